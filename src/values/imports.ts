import type { Expr } from '../model/module-summary.js';
import { exportedNames, findExport, followImport, type ExportTarget } from '../program/program.js';
import { flatMap } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { holeFor } from './holes.js';
import { rootActivation, type Machine } from './machine.js';
import { memberOf } from './member.js';
import { searchesOf, readFile } from './reads.js';
import {
  lazyValue,
  literalValue,
  nullValue,
  sure,
  textOf,
  undefinedValue,
  type Activation,
  type Alternatives,
  type Lazy,
  type Value,
} from './value.js';

export function importedValue(
  m: Machine,
  expr: Extract<Expr, { kind: 'imported' }>,
  activation: Activation,
): Alternatives {
  const target = followImport(m.program, activation.module.file, expr.module, expr.name, searchesOf(m));
  return target ? targetValue(m, target, activation) : sure(holeFor('runtime', expr, activation));
}

/** `require('x')` and `import('x')`. */
export function importExpression(
  m: Machine,
  expr: Extract<Expr, { kind: 'import' }>,
  activation: Activation,
): Alternatives {
  return flatMap(evaluate(m, expr.module, activation), (specifier) => {
    const text = textOf(specifier);
    if (text === undefined) return sure<Value>(holeFor('dynamic-key', expr.module, activation));
    const target = followImport(m.program, activation.module.file, text, '*', searchesOf(m));
    return target ? targetValue(m, target, activation) : sure<Value>(holeFor('runtime', expr, activation));
  });
}

function targetValue(m: Machine, target: ExportTarget, activation: Activation): Alternatives {
  switch (target.kind) {
    case 'external':
      return sure(externalMember(target.module, target.name));
    case 'namespace':
      return sure({ kind: 'namespace', file: target.file });
    case 'data':
      return sure(
        target.member === undefined ? dataValue(target.value) : dataMember(target.value, target.member),
      );
    case 'values':
      return exportedValues(m, target, activation);
  }
}

/** `import x from 'axios'`, `import * as x from 'axios'` and `require('axios')` all lead to the package itself. */
function externalMember(module: string, name: string): Value {
  const steps = name === '*' || name === 'default' ? [] : [{ kind: 'member' as const, name }];
  return { kind: 'external', module, steps };
}

function exportedValues(
  m: Machine,
  target: Extract<ExportTarget, { kind: 'values' }>,
  activation: Activation,
): Alternatives {
  const summary = m.program.modules.get(target.file);
  if (!summary) return sure(undefinedValue);
  const root = rootActivation(m, summary, 0);
  const last = target.exports.at(-1);
  if (!last) return sure(undefinedValue);
  const values = evaluate(m, last.value, root);
  const { member } = target;
  return member === undefined
    ? values
    : flatMap(values, (value) => memberOf(m, value, member, activation, [0, 0]));
}

/** A member of a module: its export, through barrels; `default` of a CommonJS module is the module. */
export function namespaceMember(
  m: Machine,
  file: string,
  name: string,
  activation: Activation,
): Alternatives | undefined {
  const target = findExport(m.program, file, name, searchesOf(m));
  if (target) return targetValue(m, target, activation);
  return name === 'default' ? sure({ kind: 'namespace', file }) : undefined;
}

/** The value that a module itself is when it is called or taken apart: `module.exports = value`. */
export function namespaceAssigned(m: Machine, file: string): Alternatives | undefined {
  readFile(m, file);
  const summary = m.program.modules.get(file);
  const assigned = summary?.exports.filter((e) => e.kind === 'assignment').at(-1);
  if (!summary || assigned?.kind !== 'assignment') return undefined;
  return evaluate(m, assigned.value, rootActivation(m, summary, 0));
}

/** A value as it is called or extended: of a module, what it assigned to `module.exports`. */
export function callable(m: Machine, value: Value): Alternatives {
  return (value.kind === 'namespace' && namespaceAssigned(m, value.file)) || sure(value);
}

export function namespaceEntries(m: Machine, file: string, activation: Activation): [string, Lazy][] {
  return exportedNames(m.program, file, searchesOf(m)).map((name) => [
    name,
    { kind: 'values', values: namespaceMember(m, file, name, activation) ?? sure(undefinedValue) },
  ]);
}

function dataMember(value: unknown, name: string): Value {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefinedValue;
  return dataValue((value as Record<string, unknown>)[name]);
}

/** A parsed data file as a value. */
export function dataValue(value: unknown, depth = 0): Value {
  if (value === null || depth > 64) return nullValue;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return literalValue(value);
  if (Array.isArray(value))
    return {
      kind: 'array',
      items: value.map((v: unknown) => lazyValue(dataValue(v, depth + 1))),
      open: undefined,
    };
  if (typeof value !== 'object') return undefinedValue;
  const props = new Map(Object.entries(value).map(([k, v]) => [k, lazyValue(dataValue(v, depth + 1))]));
  return { kind: 'object', props, open: undefined, home: undefined };
}
