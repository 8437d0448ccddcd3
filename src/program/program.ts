import type { Export, ModuleSummary } from '../model/module-summary.js';
import type { Resolution } from '../model/resolution.js';

/** All summaries of one project, and how they refer to each other. */
export interface Program {
  /** What imports lead to. */
  readonly modules: ReadonlyMap<string, ModuleSummary>;
  /** The files that are looked at: all, or those of a part. Sorted, so that every walk over the program is in the same order. */
  readonly files: readonly string[];
  /** The files whose calls are known by the names of what they call: of a part, also those of which nothing else is. Sorted. */
  readonly named?: readonly string[];
  readonly resolve: (fromFile: string, specifier: string) => Resolution;
  /** The value of an environment variable that the project's own files fix (framework config), if any. */
  readonly environment: (name: string) => string | undefined;
  /** The names that files outside of a part have of some kind (`values/reads.ts`), where these are known without reading the files. */
  readonly namesElsewhere?: (index: string) => Iterable<string>;
  /** Where exported names lead, by `file\0name`: barrels are searched once for each name. */
  readonly found: Map<string, FoundExport>;
  /** The names that modules export, by the file. */
  readonly listed: Map<string, ListedExports>;
}

export function createProgram(
  modules: ReadonlyMap<string, ModuleSummary>,
  resolve: Program['resolve'],
  environment: Program['environment'] = () => undefined,
): Program {
  const cache = new Map<string, Resolution>();
  return {
    modules,
    files: [...modules.keys()].sort(),
    environment,
    found: new Map(),
    listed: new Map(),
    resolve: (fromFile, specifier) => {
      const key = `${fromFile}\0${specifier}`;
      const known = cache.get(key);
      if (known) return known;
      const found = resolve(fromFile, specifier);
      cache.set(key, found);
      return found;
    },
  };
}

/** The modules that are looked at, in order of their files. */
export const modulesIn = ({ files, modules }: Pick<Program, 'files' | 'modules'>): readonly ModuleSummary[] =>
  files.flatMap((file) => modules.get(file) ?? []);

/** Every module that a file's declarations name: imports and re-exports. */
export function importsOf(summary: ModuleSummary): string[] {
  const exported = summary.exports.flatMap((e) => ('module' in e ? [e.module] : []));
  return [...new Set([...summary.imports.map((i) => i.module), ...(summary.loads ?? []), ...exported])];
}

/** A file that is no module: its names are those of all scripts that run with it. */
export const isScript = ({ imports, exports }: ModuleSummary): boolean =>
  imports.length === 0 && exports.length === 0;

/** Where an exported name leads, and what was looked at for it (`passing`, `absentThing`). */
export interface FoundExport {
  readonly target: ExportTarget | undefined;
  readonly passed: ReadonlySet<string>;
}

/** The names that a module exports, its stars followed, and the files that were looked through for them. */
export interface ListedExports {
  readonly names: readonly string[];
  readonly passed: ReadonlySet<string>;
}

/** What stands for a search for an exported name; `*` for all of them. */
export const searchThing = (file: string, name: string): string => `${searches}\0${file}\0${name}`;

/** The index of the things that stand for searches. */
export const searches = 'export';

/** What stands for a file in a search that asks it for another name than it asked the first one. */
export const passing = (file: string, name: string): string => `${file}\0${name}`;

/** What an exported name stands for. */
export type ExportTarget =
  | {
      readonly kind: 'values';
      readonly file: string;
      readonly exports: readonly ExportOf<'value' | 'assignment'>[];
      readonly member?: string;
    }
  | { readonly kind: 'namespace'; readonly file: string }
  | { readonly kind: 'data'; readonly value: unknown; readonly member?: string }
  | { readonly kind: 'external'; readonly module: string; readonly name: string };

/** Follows re-exports and barrels to where a name is defined; undefined when nothing exports it. What stands for the search is added to `asked`. */
export function findExport(
  program: Program,
  file: string,
  name: string,
  asked?: Set<string>,
): ExportTarget | undefined {
  const key = `${file}\0${name}`;
  const found = program.found.get(key) ?? searchAnew(program, file, name);
  program.found.set(key, found);
  asked?.add(searchThing(file, name));
  return found.target;
}

function searchAnew(program: Program, file: string, name: string): FoundExport {
  const passed = new Set<string>();
  return { target: searchExport(program, file, name, { seen: new Set(), passed, asked: name }), passed };
}

/** A search for an export: on the way round a cycle the answer is another one. */
interface Search {
  readonly seen: ReadonlySet<string>;
  readonly passed: Set<string>;
  /** The name that the first file was asked for. */
  readonly asked: string;
}

function searchExport(
  program: Program,
  file: string,
  name: string,
  { seen, passed, asked }: Search,
): ExportTarget | undefined {
  const key = `${file}\0${name}`;
  passed.add(name === asked ? file : passing(file, name));
  const summary = program.modules.get(file);
  if (!summary || seen.has(key)) return undefined;
  const search = { seen: new Set(seen).add(key), passed, asked };
  const { values, from, assigned, stars } = exportIndex(summary);
  const own = values.get(name);
  if (own) return { kind: 'values', file, exports: own };
  const other = from.get(name);
  const follow = (specifier: string, imported: string): ExportTarget | undefined =>
    leadsTo(program, file, specifier, imported, passed, (target) =>
      searchExport(program, target, imported, search),
    );
  if (other) return follow(other.module, other.imported);
  if (assigned.length > 0)
    return { kind: 'values', file, exports: assigned, ...(name === 'default' ? {} : { member: name }) };
  if (name === 'default') return undefined;
  for (const { module } of stars) {
    const found = follow(module, name);
    if (found && !(found.kind === 'external')) return found;
  }
  const star = stars.find((e) => program.resolve(file, e.module).kind === 'external');
  return star && { kind: 'external', module: star.module, name };
}

type ExportOf<K extends Export['kind']> = Extract<Export, { kind: K }>;

/** The exports of a module by name: barrels ask each of their modules for each name. */
interface ExportIndex {
  readonly values: ReadonlyMap<string, readonly ExportOf<'value'>[]>;
  readonly from: ReadonlyMap<string, ExportOf<'from'>>;
  readonly assigned: readonly ExportOf<'assignment'>[];
  readonly stars: readonly ExportOf<'star'>[];
}

const indexes = new WeakMap<ModuleSummary, ExportIndex>();

function exportIndex(summary: ModuleSummary): ExportIndex {
  const known = indexes.get(summary);
  if (known) return known;
  const values = new Map<string, ExportOf<'value'>[]>();
  const from = new Map<string, ExportOf<'from'>>();
  const assigned: ExportOf<'assignment'>[] = [];
  const stars: ExportOf<'star'>[] = [];
  for (const e of summary.exports)
    if (e.kind === 'value') values.set(e.name, [...(values.get(e.name) ?? []), e]);
    else if (e.kind === 'assignment') assigned.push(e);
    else if (e.kind === 'star') stars.push(e);
    else if (!from.has(e.name)) from.set(e.name, e);
  const index = { values, from, assigned, stars };
  indexes.set(summary, index);
  return index;
}

/** What `import { name } from specifier` binds; `*` is the namespace. What stands for what it looks at is added to `asked`. */
export const followImport = (
  program: Program,
  fromFile: string,
  specifier: string,
  name: string,
  asked?: Set<string>,
): ExportTarget | undefined =>
  leadsTo(program, fromFile, specifier, name, asked, (file) => findExport(program, file, name, asked));

function leadsTo(
  program: Program,
  fromFile: string,
  specifier: string,
  name: string,
  looked: Set<string> | undefined,
  find: (file: string) => ExportTarget | undefined,
): ExportTarget | undefined {
  const resolution = program.resolve(fromFile, specifier);
  if (resolution.kind === 'external') {
    looked?.add(absentThing(specifier));
    return { kind: 'external', module: resolution.name, name };
  }
  if (resolution.kind === 'data')
    return {
      kind: 'data',
      value: resolution.value,
      ...(name === 'default' || name === '*' ? {} : { member: name }),
    };
  if (name === '*') return { kind: 'namespace', file: resolution.file };
  const found = find(resolution.file);
  // A CommonJS module without `default` is its own default import.
  if (!found && name === 'default' && program.modules.get(resolution.file)?.exports.length)
    return { kind: 'namespace', file: resolution.file };
  return found;
}

/** What stands for a file that isn't there, by the last word of its path: a specifier that leads to none was looked up. */
export const absentThing = (path: string): string =>
  `absent\0${path
    .replace(/(?:\/index)?(?:\.[cm]?[jt]sx?|\.vue|\.svelte|\.astro)?$/, '')
    .split('/')
    .at(-1)}`;

/** Names that a module exports, its stars followed. What stands for the search is added to `asked`. */
export function exportedNames(program: Program, file: string, asked?: Set<string>): readonly string[] {
  const listed = program.listed.get(file) ?? listAnew(program, file);
  program.listed.set(file, listed);
  asked?.add(searchThing(file, '*'));
  return listed.names;
}

function listAnew(program: Program, file: string): ListedExports {
  const passed = new Set<string>();
  return { names: namesIn(program, file, passed, new Set()), passed };
}

function namesIn(
  program: Program,
  file: string,
  passed: Set<string>,
  seen: ReadonlySet<string>,
): readonly string[] {
  passed.add(file);
  const summary = program.modules.get(file);
  if (!summary || seen.has(file)) return [];
  const visited = new Set(seen).add(file);
  const names = new Set<string>();
  for (const e of summary.exports) {
    if (e.kind === 'value' || e.kind === 'from') names.add(e.name);
    if (e.kind !== 'star') continue;
    const target = program.resolve(file, e.module);
    if (target.kind === 'module')
      for (const n of namesIn(program, target.file, passed, visited)) if (n !== 'default') names.add(n);
    if (target.kind === 'external') passed.add(absentThing(e.module));
  }
  return [...names];
}
