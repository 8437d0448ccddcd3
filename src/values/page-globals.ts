import path from 'node:path/posix';
import type { Expr, FunctionIndex, ModuleSummary, Store } from '../model/module-summary.js';
import { isScript, type Program } from '../program/program.js';
import { oneGuard } from './guards.js';
import { under } from './alternatives.js';
import { baseBinding, evaluate } from './evaluate.js';
import { rootActivation, type Machine } from './machine.js';
import { readFile, readKey } from './reads.js';
import { scriptProject } from './script-projects.js';
import type { Alternatives } from './value.js';

/** A page with the files that its scripts are in, its own too, those that run last first. */
interface Page {
  readonly file: string;
  readonly scripts: readonly string[];
}

/** By the files that their scripts are in. */
type Pages = ReadonlyMap<string, readonly Page[]>;

/** Parts of a program have the modules of the whole. */
const known = new WeakMap<Program['modules'], Pages>();

const page = /\.html?$/;

/**
 * What a name that nothing in a file declares is on the pages that run it: their scripts share what they declare, and
 * what they give `window`. Each page is a decision of its own.
 */
export function pageGlobal(m: Machine, name: string, file: string): Alternatives | undefined {
  const pages = pagesAround(m.program, file);
  if (pages.length === 0) return undefined;
  readKey(m, 'imported', name);
  const found = pages.flatMap((page) => {
    const values = declaredOn(m, page, name, file);
    return values ? [{ page, values }] : [];
  });
  if (found.length === 0) return undefined;
  return found.flatMap(({ page, values }) =>
    found.length > 1 ? under(values, oneGuard('page', page.file)) : values,
  );
}

/** The pages that run a file, and the Apps Script project that it belongs to. */
function pagesAround(program: Program, file: string): readonly Page[] {
  const pages = pagesOf(program).get(file);
  if (pages) return pages;
  const project = scriptProject(program, file);
  return project ? [project] : [];
}

/** What the last script of a page that declares a name says, but for the one that asks. */
function declaredOn(m: Machine, { scripts }: Page, name: string, file: string): Alternatives | undefined {
  for (const other of scripts) {
    const module = other === file ? undefined : m.program.modules.get(other);
    const given = module && givenBy(module).get(name);
    if (!given) continue;
    readFile(m, other);
    return evaluate(m, given.value, rootActivation(m, module, given.within));
  }
  return undefined;
}

/** Whether a file says which scripts run together. */
export const isPage = (file: string): boolean => page.test(file);

/** The names that a file gives to the other scripts of its pages. */
export function namesGivenToPages(program: Program, file: string): readonly string[] {
  const module = program.modules.get(file);
  return module && pagesAround(program, file).length > 0 ? [...givenBy(module).keys()] : [];
}

function pagesOf(program: Program): Pages {
  const before = known.get(program.modules);
  if (before) return before;
  const pages = new Map<string, Page[]>();
  for (const file of [...program.modules.keys()].filter(isPage)) {
    const named = program.modules.get(file)?.loads ?? [];
    const scripts = [file, ...named.flatMap((name) => fileOf(program, file, name) ?? []).toReversed()];
    for (const script of new Set(scripts))
      pages.set(script, [...(pages.get(script) ?? []), { file, scripts }]);
  }
  known.set(program.modules, pages);
  return pages;
}

/** `/js/api.js` lies below the folder that is served, which is one of those around the page. */
function fileOf({ modules }: Program, from: string, name: string): string | undefined {
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    const file = path.join(folder, name);
    if (modules.has(file)) return file;
    if (!name.startsWith('/') || folder === '.') return undefined;
  }
}

interface Given {
  readonly value: Expr;
  readonly within: FunctionIndex;
}

const given = new WeakMap<ModuleSummary, ReadonlyMap<string, Given>>();

function givenBy(module: ModuleSummary): ReadonlyMap<string, Given> {
  const before = given.get(module);
  if (before) return before;
  const names = new Map<string, Given>();
  for (const [binding, { name, within }] of isScript(module) ? Object.entries(module.bindings) : [])
    // The last version of a variable is the one that others see.
    if (within === 0 && baseBinding(binding).startsWith(`${name}@`))
      names.set(name, { value: { kind: 'reference', binding, at: [0, 0] }, within });
  for (const {
    target,
    path: [key, ...deeper],
    value,
    within,
  } of [...module.stores, ...storesInVersions(module)])
    if (key?.kind === 'literal' && deeper.length === 0 && isWindow(module, target))
      names.set(String(key.value), { value, within });
  given.set(module, names);
  return names;
}

/** Members that are set to a variable, as versions of it. */
const storesInVersions = ({
  bindings,
}: ModuleSummary): Pick<Store, 'target' | 'path' | 'value' | 'within'>[] =>
  Object.entries(bindings).flatMap(([binding, { value, within }]) =>
    value.kind === 'assigned'
      ? [
          {
            target: { kind: 'reference', binding: baseBinding(binding), at: value.at },
            path: value.path,
            value: value.value,
            within,
          },
        ]
      : [],
  );

const windowNames: ReadonlySet<string> = new Set(['window', 'globalThis', 'self']);

/** `window`, by its own name or by that of a parameter to which it was given: `(function (global) { … })(window)`. */
function isWindow(module: ModuleSummary, target: Expr): boolean {
  if (target.kind === 'global') return windowNames.has(target.name);
  if (target.kind === 'choice') return target.options.some(({ value }) => isWindow(module, value));
  const value = target.kind === 'reference' ? module.bindings[target.binding]?.value : target;
  if (value?.kind !== 'parameter') return false;
  return module.calls.some(
    ({ callee, args }) =>
      callee.kind === 'function' &&
      callee.fn === value.fn &&
      args[value.index] !== undefined &&
      isWindow(module, args[value.index]?.value ?? value),
  );
}
