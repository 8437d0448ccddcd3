import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ResolverFactory } from 'oxc-resolver';
import type { Resolution } from '../model/resolution.js';
import { packageOf } from '../model/package-name.js';
import { componentEndings, listedFile, scriptEndings } from './listed-file.js';
import { createPathMapping } from './resolve-mapping.js';
import { conditions, targetsOf } from './package-targets.js';
import { behindUsualAlias, belowRoot, isListed } from './usual-aliases.js';

const extensions = [...scriptEndings, '.json', ...componentEndings];
const isCodeName = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const largestData = 1_000_000;

/** Where an import specifier of a file leads. */
export type Resolve = (from: string, specifier: string) => Resolution;

/** The state of the files that imports are resolved by, and of the data that is imported. */
export interface ResolvedState {
  /** The text of a file of the project; undefined where the state has none. */
  readonly textOf: (file: string) => string | undefined;
  /** Package and path settings say something else than those on disk. */
  readonly isOther: boolean;
}

interface WorkspacePackage {
  readonly folder: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Resolves specifiers as Node and TypeScript do: `paths`, `imports`, `exports`, `.js` for `.ts`, packages of the same
 * repository, aliases that frameworks come with. What lies outside of `files` is external. Reads package and tsconfig files; runs nothing. In
 * a state that isn't the disk's, imports that other settings may lead elsewhere are resolved by these alone.
 */
export function createResolver(
  root: string,
  files: ReadonlySet<string>,
  packageFiles: readonly string[],
  { textOf, isOther }: ResolvedState = { textOf: (file) => readText(path.join(root, file)), isOther: false },
): Resolve {
  const options = {
    extensions,
    conditionNames: [...conditions],
    mainFields: ['source', 'module', 'main'],
    extensionAlias: {
      '.js': ['.ts', '.tsx', '.js', '.jsx'],
      '.mjs': ['.mts', '.mjs'],
      '.cjs': ['.cts', '.cjs'],
      '.jsx': ['.tsx', '.jsx'],
    },
    symlinks: true,
  };
  const withPaths = new ResolverFactory({ ...options, tsconfig: 'auto' });
  const plain = new ResolverFactory(options);
  const workspace = readWorkspace(packageFiles, textOf);
  const mapped = createPathMapping(root, (file) =>
    isBelow(root, file) ? textOf(path.relative(root, file).split(path.sep).join('/')) : readText(file),
  );
  const packages = new Map(
    packageFiles.map((file) => [path.join(root, path.posix.dirname(file)), file] as const),
  );
  const packageAround = innermostOf(new Set(packages.keys()));

  /** A file of the project for an absolute path, as the linker names it. */
  const inProject = (absolute: string): Resolution | undefined => {
    const file = path.relative(root, absolute).split(path.sep).join('/');
    if (files.has(file)) return { kind: 'module', file };
    return file.endsWith('.json') && !file.startsWith('..') && !file.includes('node_modules/')
      ? readData(file, textOf)
      : undefined;
  };
  /** Code beside or above the project, such as another package of a monorepo that is linked. */
  const outsideOf = (absolute: string): string | undefined =>
    isCodeName.test(absolute) && !absolute.includes(`${path.sep}node_modules${path.sep}`)
      ? absolute
      : undefined;
  /** What a resolver found: in the project, or code outside of it. */
  const placed = (specifier: string, found: string | undefined): Resolution | undefined => {
    if (found === undefined) return undefined;
    const inside = inProject(found);
    if (inside) return inside;
    const outside = isBelow(root, found) ? undefined : outsideOf(found);
    return outside === undefined ? undefined : { kind: 'external', name: specifier, outside };
  };
  const firstOf = (candidates: readonly string[]): Resolution | undefined => {
    for (const candidate of candidates) {
      const result = plain.sync(root, candidate);
      const found = result.path === undefined ? undefined : inProject(result.path);
      if (found) return found;
      const listed = listedFile(files, path.relative(root, candidate).split(path.sep).join('/'));
      if (listed !== undefined) return { kind: 'module', file: listed };
    }
    return undefined;
  };
  /** By an alias that the resolver can't know: it gives up on configs that extend one that isn't there. */
  const behindAlias = (from: string, specifier: string): Resolution | undefined =>
    specifier.startsWith('.') || path.isAbsolute(specifier)
      ? undefined
      : (firstOf(mapped(from, specifier)) ??
        firstOf(behindUsualAlias(packageAround(path.dirname(from)) ?? root, specifier)));
  const packageAt = (folder: string | undefined): Readonly<Record<string, unknown>> | undefined => {
    const file = folder === undefined ? undefined : packages.get(folder);
    return file === undefined ? undefined : readJson(file, textOf);
  };
  /** By what the package around says of its own imports. */
  const imported = (from: string, specifier: string): Resolution | undefined => {
    const around = specifier.startsWith('#') ? packageAround(path.dirname(from)) : undefined;
    const folder = path.posix.dirname((around && packages.get(around)) ?? '');
    return targetsOf(packageAt(around)?.imports, specifier)
      .map((target) =>
        target.startsWith('.') ? inFolder(folder, target, files, textOf) : fromWorkspace(root, target),
      )
      .find((found) => found !== undefined);
  };
  const fromWorkspace = remembered(
    (_, specifier) =>
      inWorkspace(workspace, files, specifier, textOf) ?? { kind: 'external', name: specifier },
  );
  /** What no package is, below a folder that tools look in. */
  const belowRootOf = (folder: string, specifier: string): Resolution | undefined => {
    const around = packageAround(folder);
    const found = firstOf(belowRoot(around ?? root, specifier));
    if (!found) return undefined;
    const known = [packageAt(around), packageAt(root)].filter((json) => json !== undefined);
    return known.length === 0 || known.some((json) => isListed(json, specifier)) ? undefined : found;
  };
  /** Whether the resolver, which reads settings on disk, is asked last. */
  const isAskedLast = (specifier: string): boolean => isOther && !specifier.startsWith('.');
  /** Without the config that says which files it is for: all files of a folder see the same. */
  const fromFolder = remembered((folder, specifier) => {
    // Nothing but the settings of the state says where the imports of a package lead.
    const isOfSettings = isAskedLast(specifier) && specifier.startsWith('#');
    const found = isOfSettings ? undefined : placed(specifier, plain.sync(folder, specifier).path);
    if (found && found.kind !== 'external' && !isAskedLast(specifier)) return found;
    const any = path.join(folder, 'any');
    const aliased = behindAlias(any, specifier) ?? imported(any, specifier);
    if (aliased) return aliased;
    const data = /^\..*\.json$/.test(specifier) ? inProject(path.join(folder, specifier)) : undefined;
    if (data) return data;
    const known = fromWorkspace(root, specifier);
    const other = known.kind === 'external' ? (belowRootOf(folder, specifier) ?? known) : known;
    return found && other.kind === 'external' ? found : other;
  });
  return (from, specifier) => {
    const absolute = path.join(root, from);
    const own = isAskedLast(specifier)
      ? undefined
      : placed(specifier, withPaths.resolveFileSync(absolute, specifier).path);
    if (own && own.kind !== 'external') return published(workspace, specifier, own);
    const other = fromFolder(path.dirname(absolute), specifier);
    return own && other.kind === 'external' ? own : published(workspace, specifier, other);
  };
}

/** Asks the disk once for each specifier, but for data files, whose content may change. */
export function remembered(resolve: Resolve): Resolve {
  const known = new Map<string, Resolution>();
  return (from, specifier) => {
    const key = `${from}\0${specifier}`;
    const earlier = known.get(key);
    if (earlier) return earlier;
    const found = resolve(from, specifier);
    if (found.kind !== 'data' && !specifier.endsWith('.json')) known.set(key, found);
    return found;
  };
}

/** Finds the innermost of some folders that a folder is or lies in. Projects have hundreds, and ask for each import. */
function innermostOf(folders: ReadonlySet<string>): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const find = (folder: string): string | undefined => {
    if (folders.has(folder)) return folder;
    if (known.has(folder)) return known.get(folder);
    const parent = path.dirname(folder);
    const found = parent === folder ? undefined : find(parent);
    known.set(folder, found);
    return found;
  };
  return find;
}

const isBelow = (root: string, file: string): boolean => !path.relative(root, file).startsWith('..');

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readData(file: string, textOf: ResolvedState['textOf']): Resolution | undefined {
  const text = textOf(file);
  if (text === undefined || text.length > largestData) return undefined;
  try {
    return { kind: 'data', file, value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function readJson(
  file: string,
  textOf: ResolvedState['textOf'],
): Readonly<Record<string, unknown>> | undefined {
  const data = readData(file, textOf);
  return data?.kind === 'data' && typeof data.value === 'object' && data.value !== null
    ? (data.value as Record<string, unknown>)
    : undefined;
}

function readWorkspace(
  packageFiles: readonly string[],
  textOf: ResolvedState['textOf'],
): ReadonlyMap<string, WorkspacePackage> {
  const out = new Map<string, WorkspacePackage>();
  for (const file of packageFiles) {
    const json = readJson(file, textOf);
    if (json && typeof json.name === 'string') out.set(json.name, { folder: path.posix.dirname(file), json });
  }
  return out;
}

/** A module with the package that the specifier names, when that is one of this repository that isn't kept private. */
function published(
  workspace: ReadonlyMap<string, WorkspacePackage>,
  specifier: string,
  found: Resolution,
): Resolution {
  const name = packageOf(specifier);
  const own = found.kind === 'module' ? workspace.get(name) : undefined;
  if (found.kind !== 'module' || !own || own.json.private === true) return found;
  const isInside = own.folder === '.' || found.file.startsWith(`${own.folder}/`);
  return isInside ? { ...found, package: name } : found;
}

/** A package of the same repository: its source, not what a build would have made. */
function inWorkspace(
  workspace: ReadonlyMap<string, WorkspacePackage>,
  files: ReadonlySet<string>,
  specifier: string,
  textOf: ResolvedState['textOf'],
): Resolution | undefined {
  const name = packageOf(specifier);
  const found = workspace.get(name);
  if (!found) return undefined;
  const rest = specifier.slice(name.length).replace(/^\//, '');
  const candidates =
    rest === ''
      ? entryCandidates(found.json)
      : [...targetsOf(found.json.exports, `./${rest}`), rest, `src/${rest}`];
  return candidates
    .map((candidate) => inFolder(found.folder, candidate, files, textOf))
    .find((file) => file !== undefined);
}

/** A file that a package names. */
function inFolder(
  folder: string,
  name: string,
  files: ReadonlySet<string>,
  textOf: ResolvedState['textOf'],
): Resolution | undefined {
  const base = path.posix.join(folder, name);
  const file = spellings(base).find((one) => files.has(one));
  if (file !== undefined) return { kind: 'module', file };
  return base.endsWith('.json') ? readData(base, textOf) : undefined;
}

function entryCandidates(json: Readonly<Record<string, unknown>>): string[] {
  const fields = [json.source, json.module, json.main, json.types].filter(
    (f): f is string => typeof f === 'string',
  );
  return [...targetsOf(json.exports, '.'), ...fields, 'src/index', 'index', 'src/main', 'lib/index'];
}

/** A built path and the sources it may come from. */
function spellings(file: string): string[] {
  const bases = [
    file,
    file.replace(/(^|\/)(?:dist|lib|build|out)\//, '$1src/'),
    file.replace(/(^|\/)(?:dist|build|out)\//, '$1'),
  ];
  return bases.flatMap((base) => {
    const stem = base.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '');
    return [base, ...extensions.map((e) => stem + e), ...extensions.map((e) => `${stem}/index${e}`)];
  });
}
