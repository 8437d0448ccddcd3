import path from 'node:path/posix';
import type { Expr, ModuleSummary } from '../model/module-summary.js';
import { isTest } from '../program/entries.js';
import { importsOf, type Program } from '../program/program.js';
import { autoImport } from './auto-imports.js';
import { readKey, type Reader } from './reads.js';
import { eachExpression } from './sub-expressions.js';

/** What the modules of a program load, and what loads them. */
interface Loads {
  readonly of: ReadonlyMap<string, Loaded>;
  readonly by: ReadonlyMap<string, readonly string[]>;
  /** What was found out of two files: each request asks the same of few. */
  readonly apart: Map<string, boolean>;
}

export interface Loaded {
  readonly files: readonly string[];
  /** It loads something of which the code doesn't say which file it is. */
  readonly isOpen: boolean;
  /** It loads all files whose names begin in some way. */
  readonly isByName: boolean;
  /** Loading it calls something. */
  readonly doesSomething: boolean;
  /** It imports, so that it is no script that shares its page's globals, and exports nothing to anybody outside. */
  readonly offersNothing: boolean;
}

/** Parts of a program have the modules of the whole. */
const known = new WeakMap<Program['modules'], Loads>();

/** Of programs of which that is known without reading all modules: what each loads. */
const lent = new WeakMap<Program['modules'], () => ReadonlyMap<string, Loaded>>();

/** Has what the modules of a program load known without reading them. It is asked for once, where it is needed. */
export const lendLoads = (program: Program, loads: () => ReadonlyMap<string, Loaded>): void =>
  void lent.set(program.modules, loads);

/** What the modules of a program load, where somebody has asked for it. */
export const askedLoads = (program: Program): ReadonlyMap<string, Loaded> | undefined =>
  known.get(program.modules)?.of;

/**
 * Whether two files are known to be parts of no common program: each is run by modules that do something when they are
 * loaded, and what is loaded from those of the first, all of which the code names, hasn't the second among it.
 */
export function runApart(m: Reader & { readonly program: Program }, file: string, other: string): boolean {
  const found = apartIn(m.program, file, other);
  readKey(m, apartIndex, [file, other, found ? 'apart' : ''].join('\0'));
  return found;
}

/** Answers are read like keys of an index: a change has to do with those that are others after it. */
export const apartIndex = 'apart';

/** Whether the same is answered in a program, by the key under which an answer was read. */
export function isAnsweredSo(program: Program, key: string): boolean {
  const [file = '', other = '', answer] = key.split('\0');
  return apartIn(program, file, other) === (answer === 'apart');
}

function apartIn(program: Program, file: string, other: string): boolean {
  const loads = loadsOf(program);
  const key = `${file}\0${other}`;
  const found = loads.apart.get(key) ?? areApart(loads, file, other);
  loads.apart.set(key, found);
  return found;
}

function areApart(loads: Loads, file: string, other: string): boolean {
  const starts = startsOf(loads, file);
  const isProgram = (one: Loaded | undefined): boolean =>
    one !== undefined && one.doesSomething && one.offersNothing;
  if (!starts.every((one) => isProgram(loads.of.get(one)))) return false;
  if (!startsOf(loads, other).every((one) => loads.of.get(one)?.doesSomething)) return false;
  const loaded = closure(starts, (one) => loads.of.get(one)?.files ?? []);
  return !loaded.has(other) && ![...loaded].some((one) => loads.of.get(one)?.isOpen);
}

/** The modules that nothing loads, of those from which a file is loaded. In a circle, each of it. */
function startsOf(loads: Loads, file: string): readonly string[] {
  const leading = [...closure([file], (one) => loads.by.get(one) ?? [])];
  const starts = leading.filter((one) => (loads.by.get(one) ?? []).length === 0);
  return starts.length > 0 ? starts : leading;
}

/** What a file says of the programs that it is part of: two states of it say the same where this is equal. */
export const partsSaidBy = (program: Program, file: string): string =>
  JSON.stringify(loadedIn(program, file) ?? null);

/** What a module of a program loads. */
export function loadedIn(program: Program, file: string): Loaded | undefined {
  const module = program.modules.get(file);
  return module && loadedBy(program, file, module);
}

/** The files, and all to which steps from them lead. */
export function closure(
  from: Iterable<string>,
  next: (file: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set(from);
  for (const file of found) for (const other of next(file)) found.add(other);
  return found;
}

function loadsOf(program: Program): Loads {
  const before = known.get(program.modules);
  if (before) return before;
  const of = lent.get(program.modules)?.() ?? loadsIn(program);
  const by = new Map<string, string[]>();
  for (const [file, { files }] of of)
    if (!isTest(file))
      for (const other of files) {
        const others = by.get(other);
        if (others) others.push(file);
        else by.set(other, [file]);
      }
  const loads: Loads = { of, by, apart: new Map() };
  known.set(program.modules, loads);
  return loads;
}

/** What each file loads, as far as the code says it. */
const loadsIn = (program: Program): ReadonlyMap<string, Loaded> =>
  new Map([...program.modules].map(([file, module]) => [file, loadedBy(program, file, module)]));

function loadedBy(program: Program, file: string, module: ModuleSummary): Loaded {
  const specifiers = new Set(importsOf(module));
  const patterns: string[] = [];
  let isOpen = false;
  const files = new Set<string>();
  eachExpression(module, (expr) => {
    const byItself = expr.kind === 'global' ? autoImport(program, expr.name, file) : undefined;
    if (byItself) files.add(byItself.file);
    if (expr.kind !== 'import') return;
    const [lead, isWhole] = beginning(expr.module);
    if (isWhole) specifiers.add(lead);
    else if (lead.startsWith('.')) patterns.push(lead);
    else isOpen = true;
  });
  for (const { callee, args } of module.calls) {
    if (callee.kind !== 'member' || callee.key.kind !== 'literal') continue;
    if (!['glob', 'globEager', 'context'].includes(String(callee.key.value))) continue;
    const [lead] = beginning(args[0]?.value);
    if (lead.startsWith('.')) patterns.push(lead.replace(/\*.*$/s, ''));
    else isOpen = true;
  }
  for (const specifier of specifiers) {
    const target = program.resolve(file, specifier);
    if (target.kind === 'module') files.add(target.file);
    else if (target.kind === 'external' && isOwnCode(specifier)) isOpen = true;
  }
  for (const pattern of patterns) {
    const start = path.join(path.dirname(file), pattern);
    for (const other of program.modules.keys()) if (other.startsWith(start)) files.add(other);
  }
  return {
    files: [...files],
    isOpen,
    isByName: patterns.length > 0,
    doesSomething: module.calls.some((call) => call.within === 0 && call.isStatement === true),
    offersNothing: module.imports.length > 0 && module.exports.length === 0,
  };
}

/** Whether a specifier that led nowhere may stand for code of the program: no package, style, picture, or component without a script. */
const isOwnCode = (specifier: string): boolean =>
  /^(?:[@~]?\/|~|#|virtual:|\.)/.test(specifier) &&
  /^(?:\.(?:[cm]?[jt]s|[jt]sx))?$/.test(path.extname(specifier));

/** The text that an expression begins with, and whether that is all of it. */
function beginning(expr: Expr | undefined): [text: string, isWhole: boolean] {
  if (expr?.kind === 'literal') return [String(expr.value), true];
  const first = expr?.kind === 'concat' ? expr.parts[0] : expr?.kind === 'plus' ? expr.left : undefined;
  return [first ? beginning(first)[0] : '', false];
}
