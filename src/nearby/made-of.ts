import type { At, Expr, ModuleSummary } from '../model/module-summary.js';
import { findExport, type ExportTarget, type Program } from '../program/program.js';
import { autoImport } from '../values/auto-imports.js';
import { closure } from '../values/loaded-with.js';
import { ofFunction, partsIn } from '../values/sub-expressions.js';

/** A specifier, and `default`, `*` for the namespace, or the exported name. */
export interface Imported {
  readonly module: string;
  readonly name: string;
}

/** An expression, and the module that it stands in. */
export type Placed = readonly [module: ModuleSummary, expr: Expr];

/** Whether expressions are made of something in some files, by way of variables, functions and classes. */
export function isMadeOf(program: Program, from: readonly Placed[], files: ReadonlySet<string>): boolean {
  const left = [...from];
  const seen = new Set<string>();
  const handing = new Set([...files].filter((file) => handedOnBy(program, file).length > 0));
  for (let next = left.pop(); next; next = left.pop()) {
    const [module, expr] = next;
    if (files.has(module.file)) return true;
    const key = keyOf(module, expr);
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    for (const part of [...partsIn(expr), ...declared(module, expr)]) left.push([module, part]);
    if (handing.size > 0 && comesBy(program, module, expr, handing)) return true;
    for (const target of targetsOf(program, module, expr)) {
      if (files.has(target.file)) return true;
      left.push(...exportedBy(program, target));
    }
  }
  return false;
}

/** The files of which a file hands something on. */
const handedOnBy = (program: Program, file: string): readonly string[] =>
  (program.modules.get(file)?.exports ?? []).flatMap((one) => {
    const target = 'module' in one ? program.resolve(file, one.module) : undefined;
    return target?.kind === 'module' ? [target.file] : [];
  });

/** Whether an imported name may come by way of files that only hand it on. */
function comesBy(program: Program, { file }: ModuleSummary, expr: Expr, files: ReadonlySet<string>): boolean {
  const target = expr.kind === 'imported' ? program.resolve(file, expr.module) : undefined;
  if (target?.kind !== 'module') return false;
  const way = closure([target.file], (one) => handedOnBy(program, one));
  return [...way].some((one) => files.has(one));
}

/** What stands in another file, as far as an expression names it. */
function targetsOf(program: Program, module: ModuleSummary, expr: Expr): readonly InProgram[] {
  if (expr.kind === 'global') {
    const found = autoImport(program, expr.name, module.file);
    return inProgram(found && findExport(program, found.file, found.name));
  }
  // What an instance holds was set anywhere in its module.
  if (expr.kind === 'this') return module.imports.flatMap((one) => targetOf(program, module.file, one));
  if (expr.kind === 'imported') return targetOf(program, module.file, expr);
  if (expr.kind !== 'import' || expr.module.kind !== 'literal') return [];
  return targetOf(program, module.file, { module: String(expr.module.value), name: '*' });
}

type InProgram = Extract<ExportTarget, { kind: 'values' | 'namespace' }>;

const inProgram = (target: ExportTarget | undefined): readonly InProgram[] =>
  target?.kind === 'values' || target?.kind === 'namespace' ? [target] : [];

/** What an imported name stands for, past the files that only hand it on; nothing outside the program. */
export function targetOf(program: Program, from: string, { module, name }: Imported): readonly InProgram[] {
  const target = program.resolve(from, module);
  if (target.kind !== 'module') return [];
  return name === '*'
    ? [{ kind: 'namespace', file: target.file }]
    : inProgram(findExport(program, target.file, name));
}

function exportedBy(program: Program, target: InProgram): readonly Placed[] {
  const module = program.modules.get(target.file);
  const exports = target.kind === 'values' ? target.exports : (module?.exports ?? []);
  return module ? exports.flatMap((one): Placed[] => ('value' in one ? [[module, one.value]] : [])) : [];
}

/** Names what an expression only refers to, so that it is looked at once. */
function keyOf({ file }: ModuleSummary, expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'reference':
      return `${file} ${expr.binding}`;
    case 'call':
      return `${file} call ${expr.call}`;
    case 'function':
      return `${file} function ${expr.fn}`;
    case 'class':
      return `${file} class ${expr.cls}`;
    case 'this':
      return `${file} this`;
    case 'imported':
      return `${file} ${expr.module} ${expr.name}`;
    default:
      return undefined;
  }
}

function declared(module: ModuleSummary, expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'reference': {
      const binding = module.bindings[expr.binding];
      return binding ? [binding.value] : [];
    }
    case 'call': {
      const call = module.calls[expr.call];
      return call ? [call.callee, ...call.args.map((a) => a.value)] : [];
    }
    case 'function': {
      const fn = module.functions[expr.fn];
      if (!fn) return [];
      // Who runs a function that takes nothing has only what it gives back.
      return fn.parameters.length === 0 && fn.kind === 'arrow' ? ofFunction(fn) : standingIn(module, fn.at);
    }
    case 'class': {
      const cls = module.classes[expr.cls];
      return cls ? standingIn(module, cls.at) : [];
    }
    default:
      return [];
  }
}

/** What stands in a function or class, in those within it too. */
function standingIn(module: ModuleSummary, at: At): readonly Expr[] {
  const isIn = ({ at: [start, end] }: { readonly at: At }): boolean => at[0] <= start && end <= at[1];
  return [
    ...module.calls.filter(isIn).flatMap((c) => [c.callee, ...c.args.map((a) => a.value)]),
    ...module.stores.filter(isIn).map((s) => s.value),
    ...module.functions.filter(isIn).flatMap(ofFunction),
    ...module.classes
      .filter(isIn)
      .flatMap((c) => [...(c.extends ? [c.extends] : []), ...c.members.flatMap((x) => x.value ?? [])]),
  ];
}
