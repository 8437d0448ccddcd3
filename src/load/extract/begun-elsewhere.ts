import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { followImport } from '../../program/program.js';
import { baseBinding } from '../../values/evaluate.js';
import type { Activation } from '../../values/value.js';
import { nothing, type Term } from '../term.js';
import { timeOf } from './begun-rounds.js';
import { ofThis } from './promises.js';
import { valuesOf } from './reader.js';
import { together } from './run.js';
import type { Walker } from './walker.js';

/** Notes what a function has begun, by the variables and fields that hold it. */
export function noteBegun(
  w: Walker,
  { module, fn }: Activation,
  holders: ReadonlySet<string>,
  term: Term,
): void {
  const time = timeOf(term);
  if (time === undefined) return;
  for (const holder of holders) {
    const key = keyOf(module, holder);
    w.begun.set(key, [...(w.begun.get(key) ?? []).filter((one) => one.fn !== fn), { fn, time }]);
  }
}

const keyOf = ({ file }: ModuleSummary, holder: string): string => `${file}#${holder}`;

/**
 * How long a run may have to wait for what another function has begun: `await ready`. All that wait go on together once
 * it is done, and nobody waits longer than it takes.
 */
export function begunElsewhere(
  w: Walker,
  variables: ReadonlySet<string>,
  activation: Activation,
  expr?: Expr,
): Term {
  const { module, fn } = activation;
  const keys = [...variables].map((variable) => keyOf(module, variable));
  const found = [...keys, ...(expr ? keysOf(w, expr, activation) : [])]
    .flatMap((key) => w.begun.get(key) ?? [])
    .filter((begun) => begun.fn !== fn);
  return found.length === 0
    ? nothing
    : { kind: 'unexpected', body: together(...found.map(({ time }) => time)) };
}

/** Where another file, or an object of another class, holds what is waited for. */
function keysOf(w: Walker, expr: Expr, activation: Activation): readonly string[] {
  const { module } = activation;
  if (expr.kind === 'reference') {
    const value = module.bindings[expr.binding]?.value;
    return value?.kind === 'imported' ? keysOf(w, value, activation) : [];
  }
  if (expr.kind === 'imported') {
    const target = followImport(w.m.program, module.file, expr.module, expr.name);
    if (target?.kind !== 'values') return [];
    return target.exports.flatMap(({ value }) =>
      value.kind === 'reference' ? [`${target.file}#${baseBinding(value.binding)}`] : [],
    );
  }
  if (expr.kind !== 'member' || expr.object.kind === 'this' || expr.key.kind !== 'literal') return [];
  const field = ofThis(String(expr.key.value));
  return valuesOf(w, expr.object, activation).flatMap((value) =>
    value.kind === 'instance' ? [keyOf(value.of.activation.module, field)] : [],
  );
}
