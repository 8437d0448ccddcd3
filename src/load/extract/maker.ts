import type { Activation, ExternalValue, Value } from '../../values/value.js';
import type { CodeOptions } from '../options.js';
import type { Maker } from '../schedules/model.js';
import { codeOptions } from './options-in-code.js';
import type { Reader } from './reader.js';

/** The last call that made a value, with the name that was called. */
export function maker(reader: Reader, value: Value, activation: Activation): ReturnType<Maker> {
  return value.kind === 'external'
    ? lastMade(reader, value, activation, (_, kind) => kind !== 'member')
    : undefined;
}

/** The arguments of a call of that name among those that lead to a value; `new` is what made its receiver. */
export function chained(
  reader: Reader,
  value: ExternalValue,
  activation: Activation,
  name: string,
): CodeOptions | undefined {
  return lastMade(reader, value, activation, (called, kind) =>
    name === 'new' ? kind === 'new' : called === name && kind === 'call',
  )?.options;
}

function lastMade(
  reader: Reader,
  { steps }: ExternalValue,
  activation: Activation,
  isIt: (name: string, kind: string) => boolean,
): ReturnType<Maker> {
  const nameAt = (at: number): string => {
    const before = steps[at - 1];
    return before?.kind === 'member' ? before.name : '';
  };
  const at = steps.findLastIndex(
    ({ kind }, i) => (kind === 'call' || kind === 'new') && isIt(nameAt(i), kind),
  );
  const step = steps[at];
  if (step === undefined || step.kind === 'member' || step.kind === 'assign') return undefined;
  return { name: nameAt(at), options: codeOptions(reader, step.args, step.call?.activation ?? activation) };
}
