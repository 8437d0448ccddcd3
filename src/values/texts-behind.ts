import { activationOf } from './activation-of.js';
import { findExport, followImport, type ExportTarget } from '../program/program.js';
import type { Expr } from '../model/module-summary.js';
import type { Span } from '../model/span.js';
import { enterFunction } from './call.js';
import { callOf, rootActivation, type Machine } from './machine.js';
import { calleeOf } from './callee.js';
import { searchesOf, readFile } from './reads.js';
import { entryOf, spanIn, type Activation, type Lazy } from './value.js';

/** A text as it stands in the source. */
export interface SourceText {
  readonly text: string;
  readonly span: Span;
}

/** Expressions that are looked at for one value. */
const maxSteps = 600;

interface Walk {
  readonly m: Machine;
  readonly out: SourceText[];
  readonly seen: Set<Expr>;
  steps: number;
}

/**
 * The texts in the source that a value may be made from: the arms of its choices, the items of its lists, through
 * variables, imports, members and calls. What it is made to is for evaluation to say.
 */
export function textsBehind(m: Machine, value: Lazy): readonly SourceText[] {
  const walk: Walk = { m, out: [], seen: new Set(), steps: 0 };
  walkLazy(walk, value, []);
  return walk.out;
}

/** `path` are the members that are asked for of what the value is. */
function walkLazy(walk: Walk, lazy: Lazy, path: readonly string[]): void {
  switch (lazy.kind) {
    case 'expr':
      walkExpr(walk, lazy.expr, lazy.activation, path);
      return;
    case 'either':
      for (const { value } of lazy.options) walkLazy(walk, value, path);
      return;
    case 'once':
    case 'overridable':
      walkLazy(walk, lazy.value, path);
      return;
    case 'getter':
      walkReturns(walk, rootActivation(walk.m, lazy.activation.module, lazy.fn), path);
      return;
    case 'values':
      for (const { value } of lazy.values) {
        if (value.kind === 'array') for (const item of value.items) walkLazy(walk, item, []);
        if (value.kind !== 'object') continue;
        const [key, ...rest] = path;
        const props = key === undefined ? [...value.props.values()] : [value.props.get(key)];
        for (const prop of props) if (prop) walkLazy(walk, prop, rest);
      }
  }
}

function walkExpr(walk: Walk, expr: Expr, activation: Activation, path: readonly string[]): void {
  if (walk.steps++ > maxSteps) return;
  const on = (next: Expr, rest: readonly string[] = path): void => walkExpr(walk, next, activation, rest);
  switch (expr.kind) {
    case 'literal':
      if (typeof expr.value === 'string' && expr.at)
        walk.out.push({ text: expr.value, span: spanIn(activation.module, expr.at) });
      return;
    case 'concat':
      for (const part of expr.parts) on(part, []);
      return;
    case 'plus':
      on(expr.left, []);
      on(expr.right, []);
      return;
    case 'array':
      for (const { value, spread } of expr.items) on(value, spread ? path : path.slice(1));
      return;
    case 'object':
      walkObject(walk, expr, activation, path);
      return;
    case 'choice':
      for (const { value } of expr.options) on(value);
      return;
    case 'default':
    case 'and':
      on(expr.left);
      on(expr.right);
      return;
    case 'await':
    case 'type-cast':
      on(expr.value);
      return;
    case 'element':
      on(expr.of, expr.keys ? path : ['', ...path]);
      return;
    case 'rest':
      on(expr.of);
      return;
    case 'assigned':
      on(expr.target);
      on(expr.value, []);
      return;
    case 'member':
      on(expr.object, [expr.key.kind === 'literal' ? String(expr.key.value) : '', ...path]);
      return;
    case 'reference': {
      const binding = activation.module.bindings[expr.binding];
      if (!binding || walk.seen.has(expr)) return;
      walk.seen.add(expr);
      walkExpr(walk, binding.value, activationOf(walk.m, activation, binding.within), path);
      return;
    }
    case 'parameter': {
      const own = activationOf(walk.m, activation, expr.fn);
      const given = own.args?.[expr.index]?.value;
      const fallback = own.summary.parameters[expr.index]?.default;
      if (given) walkLazy(walk, given, path);
      if (fallback) walkExpr(walk, fallback, own, path);
      return;
    }
    case 'imported':
      follow(
        walk,
        followImport(walk.m.program, activation.module.file, expr.module, expr.name, searchesOf(walk.m)),
        path,
      );
      return;
    case 'import':
      if (expr.module.kind === 'literal')
        follow(
          walk,
          followImport(
            walk.m.program,
            activation.module.file,
            String(expr.module.value),
            '*',
            searchesOf(walk.m),
          ),
          path,
        );
      return;
    case 'call':
      walkCall(walk, expr.call, activation, path);
      return;
    default:
  }
}

function walkObject(
  walk: Walk,
  expr: Extract<Expr, { kind: 'object' }>,
  activation: Activation,
  path: readonly string[],
): void {
  const [key, ...rest] = path;
  for (const entry of expr.entries) {
    if (entry.kind === 'spread') walkExpr(walk, entry.value, activation, path);
    if (entry.kind !== 'property') continue;
    const isAsked =
      key === undefined || key === '' || entry.key.kind !== 'literal' || String(entry.key.value) === key;
    if (isAsked) walkExpr(walk, entry.value, activation, rest);
  }
}

/** What a call is made on and with, and what a function of the project returns. */
function walkCall(walk: Walk, index: number, activation: Activation, path: readonly string[]): void {
  const call = callOf(activation.module, index);
  if (call.callee.kind === 'member') walkExpr(walk, call.callee.object, activation, []);
  for (const { value } of call.args) walkExpr(walk, value, activation, []);
  const from = { call, index, activation };
  const args = call.args.map((a) => entryOf(a, activation));
  for (const { value } of calleeOf(walk.m, call.callee, activation))
    if (value.value.kind === 'function')
      walkReturns(walk, enterFunction(walk.m, value.value, args, undefined, from, ''), path);
}

function walkReturns(walk: Walk, activation: Activation, path: readonly string[]): void {
  for (const { value } of activation.summary.returns) {
    walkExpr(walk, value, activation, path);
  }
}

function follow(walk: Walk, target: ExportTarget | undefined, path: readonly string[]): void {
  if (target?.kind === 'namespace') {
    const [name, ...rest] = path;
    if (name !== undefined)
      follow(walk, findExport(walk.m.program, target.file, name, searchesOf(walk.m)), rest);
    return;
  }
  if (target?.kind === 'values') readFile(walk.m, target.file);
  const module = target?.kind === 'values' ? walk.m.program.modules.get(target.file) : undefined;
  if (target?.kind !== 'values' || !module) return;
  const asked = target.member === undefined ? path : [target.member, ...path];
  for (const { value } of target.exports) {
    walkExpr(walk, value, rootActivation(walk.m, module, 0), asked);
  }
}
