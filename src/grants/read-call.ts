import type { GrantList, ListedScope } from '../model/grant-list.js';
import { flatMap } from '../values/alternatives.js';
import { argumentAt, listArguments } from '../values/call.js';
import { force } from '../values/evaluate.js';
import { callOf } from '../values/machine.js';
import { memberOf } from '../values/member.js';
import { toParts } from '../values/to-string.js';
import {
  spanIn,
  sure,
  textOf,
  undefinedValue,
  type Alternatives,
  type Lazy,
  type Value,
} from '../values/value.js';
import { wordList, type WordList } from '../values/word-list.js';
import type { PackageCall } from './grant-source.js';
import { hostOf } from './url-host.js';

/** The values of an argument, or of a member of it: `option(call, 0, 'auth', 'tokenHost')`. */
export function option(call: PackageCall, index: number, ...path: readonly string[]): Alternatives {
  return membersOf(call, argumentAt(call.m, call.args, index), path);
}

export function membersOf(call: PackageCall, values: Alternatives, path: readonly string[]): Alternatives {
  const at = callOf(call.module, call.index).at;
  return path.reduce(
    (found, key) =>
      flatMap(found, (value) =>
        value.kind === 'object' ||
        value.kind === 'instance' ||
        value.kind === 'hole' ||
        value.kind === 'array'
          ? memberOf(call.m, value, key, call.activation, at)
          : sure<Value>(undefinedValue),
      ),
    values,
  );
}

/** The property of an argument as it stands in the code, so that its words can be found there. */
export function lazyOption(call: PackageCall, index: number, ...path: readonly string[]): Lazy | undefined {
  const lazy = listArguments(call.m, call.args).items[index];
  return lazy && lazyMember(call, lazy, path);
}

export function lazyMember(
  call: PackageCall,
  lazy: Lazy,
  [key, ...rest]: readonly string[],
): Lazy | undefined {
  if (key === undefined) return lazy;
  for (const { value } of force(call.m, lazy)) {
    const found = value.kind === 'object' ? value.props.get(key) : undefined;
    const inner = found && lazyMember(call, found, rest);
    if (inner) return inner;
  }
  return undefined;
}

/** A list of words under an argument; undefined where there is none. */
export function wordsAt(call: PackageCall, index: number, ...path: readonly string[]): WordList | undefined {
  const lazy = lazyOption(call, index, ...path);
  return lazy && wordsOf(call, lazy);
}

export function wordsOf(call: PackageCall, lazy: Lazy): WordList | undefined {
  const list = wordList(call.m, lazy, call.activation, spanOf(call));
  return list.words.length === 0 && list.complete ? undefined : list;
}

export const spanOf = (call: PackageCall): GrantList['span'] =>
  spanIn(call.module, callOf(call.module, call.index).at);

/** Environment variables in a value: `env:X` holes of its text. */
export const envOf = (call: PackageCall, values: Alternatives): readonly string[] => [
  ...new Set(
    values.flatMap(({ value }) =>
      toParts(call.m, value, undefined, call.activation).flatMap((p) =>
        p.kind === 'hole' && p.name.startsWith('env:') ? [p.name.slice(4)] : [],
      ),
    ),
  ),
];

/** The host of the first value that says one. */
export function hostAt(call: PackageCall, values: Alternatives): string | undefined {
  for (const { value } of values) {
    const host = hostOf(toParts(call.m, value, undefined, call.activation));
    if (host !== undefined) return host;
  }
  return undefined;
}

export const firstText = (values: Alternatives): string | undefined =>
  values.map(({ value }) => textOf(value)).find((text) => text !== undefined && text !== '');

export const asScopes = (list: WordList): readonly ListedScope[] =>
  list.words.map(({ text, span }) => ({ name: text, span }));

/** What a source says beyond the words themselves. */
export type ListFacts = Pick<GrantList, 'source' | 'flow'> &
  Partial<Pick<GrantList, 'host' | 'provider' | 'clientEnv' | 'signsIn'>>;

/** A list that a call sends; none where there are no words. */
export function listsOf(
  call: PackageCall,
  words: WordList | undefined,
  facts: ListFacts,
): readonly GrantList[] {
  if (!words) return [];
  const { words: _, ...rest } = { ...words };
  return [{ clientEnv: [], ...facts, ...rest, scopes: asScopes(words), span: spanOf(call) }];
}
