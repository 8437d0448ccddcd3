import type { OpaqueReason } from '../model/abstract-string.js';
import type { Expr, ModuleSummary } from '../model/module-summary.js';
import { spanIn, type Activation, type HoleValue } from './value.js';

export function hole(
  reason: OpaqueReason,
  name: string,
  module: ModuleSummary,
  at: readonly [number, number],
): HoleValue {
  return { kind: 'hole', reason, name: name === '' ? reason : name, at: spanIn(module, at) };
}

/** What people would call the value of an expression: its own words, without punctuation. */
export function nameOf(expr: Expr, module: ModuleSummary): string {
  switch (expr.kind) {
    case 'reference':
      return module.bindings[expr.binding]?.name ?? '';
    case 'global':
      return expr.name;
    case 'this':
      return 'this';
    case 'member': {
      const key = expr.key.kind === 'literal' ? String(expr.key.value) : nameOf(expr.key, module);
      const object = nameOf(expr.object, module);
      return object === '' || object === 'this' || /^\d+$/.test(object) ? key : `${object}.${key}`;
    }
    case 'call': {
      const call = module.calls[expr.call];
      const callee = call ? nameOf(call.callee, module) : '';
      return callee === '' ? '' : `${callee}()`;
    }
    case 'await':
      return nameOf(expr.value, module);
    case 'type-cast':
      return nameOf(expr.value, module);
    case 'default':
      return nameOf(expr.left, module);
    case 'opaque':
      return expr.name;
    case 'parameter':
      return module.functions[expr.fn]?.parameters[expr.index]?.name ?? '';
    default:
      return '';
  }
}

/** The name that stands last in what is called; empty where it has none. */
export const nameOfCallee = (callee: Expr, module: ModuleSummary): string =>
  callee.kind === 'member' && callee.key.kind === 'literal'
    ? String(callee.key.value)
    : nameOf(callee, module);

export const atOfExpr = (expr: Expr): readonly [number, number] => ('at' in expr ? expr.at : [0, 0]);

export const holeFor = (reason: OpaqueReason, expr: Expr, activation: Activation): HoleValue =>
  hole(reason, nameOf(expr, activation.module), activation.module, atOfExpr(expr));

/** The hole that a member of an unknown value is. */
export function memberHole(of: HoleValue, key: string): HoleValue {
  const name = of.name === '' || of.name === 'this' ? key : `${of.name}.${key}`;
  const { type: _type, ...rest } = of;
  return { ...rest, name, ...(of.origin ? { path: [...(of.path ?? []), key] } : {}) };
}
