import { under } from './alternatives.js';
import { whileFinding } from './circles.js';
import { oneGuard } from './guards.js';
import { identity, type Machine } from './machine.js';
import { parameterValue } from './parameter.js';
import { runsByCalls } from './runs.js';
import type { Activation, Alternatives, ExternalValue } from './value.js';

/** More runs than this are those of a helper that callers all over the program use. */
const mostRuns = 16;
/** More clients than this are not told apart. */
const mostClients = 4;

/** A client of which no more is known than its type. */
const isOfType = ({ steps }: ExternalValue): boolean => {
  const last = steps.at(-1);
  return last?.kind === 'new' && last.call === undefined;
};

/**
 * A parameter that is declared as a client, where calls of the function show which one it gets: one with defaults of
 * its own. Its type alone where none does.
 */
export function givenClients(
  m: Machine,
  index: number,
  activation: Activation,
  typed: Alternatives,
): Alternatives {
  const { module, fn, id } = activation;
  const [only, ...others] = typed;
  if (!only || others.length > 0) return typed;
  const type = only.value;
  if (type.kind !== 'external' || !isOfType(type)) return typed;
  const key = `${id}:client:${index}`;
  // What is given may be the parameter of another function, which this one calls.
  const passed = (): Alternatives => {
    const runs = runsByCalls(m, module, fn);
    if (runs.length > mostRuns) return typed;
    const clients = new Map<string, ExternalValue>();
    for (const run of runs)
      for (const { value } of parameterValue(m, index, run))
        if (value.kind === 'external' && value.module === type.module && !isOfType(value))
          clients.set(value.home ?? String(identity(m, value)), value);
    if (clients.size === 0 || clients.size > mostClients) return typed;
    return [...clients].flatMap(([name, value]) =>
      under([{ value, guards: only.guards }], oneGuard(key, name)),
    );
  };
  return whileFinding(m, key, passed, () => typed);
}
