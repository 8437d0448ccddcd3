import path from 'node:path';
import { parse } from 'jsonc-parser';

/** `paths` and `baseUrl` of one config, with absolute folders. */
interface Mapping {
  readonly base: string | undefined;
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

type Json = Readonly<Record<string, unknown>>;

const configNames = ['tsconfig.json', 'jsconfig.json'];

/**
 * Where a specifier may lie by the nearest `tsconfig.json` or `jsconfig.json`, as absolute paths without extensions.
 * `textOf` reads files by absolute paths. A config that it extends or refers to and that isn't there is left out: it is part of a package that wasn't
 * installed, or generated, and the paths of the project itself stand in its own files.
 */
export function createPathMapping(
  root: string,
  textOf: (file: string) => string | undefined,
): (from: string, specifier: string) => readonly string[] {
  const read = reader(textOf);
  const byFolder = new Map<string, readonly Mapping[]>();
  const nearest = (folder: string): readonly Mapping[] => {
    const known = byFolder.get(folder);
    if (known) return known;
    const config = configNames.map((name) => path.join(folder, name)).find((file) => read(file));
    const found = config ? mappingsOf(read, config) : folder === root ? [] : nearest(path.dirname(folder));
    byFolder.set(folder, found);
    return found;
  };
  return (from, specifier) => nearest(path.dirname(from)).flatMap((mapping) => targetsOf(mapping, specifier));
}

/** The mapping of a config, then those of the configs that it is split into. */
function mappingsOf(read: Read, file: string): readonly Mapping[] {
  const references = referredBy(file, read(file));
  return [file, ...references].map((config) => mappingOf(read, config, new Set()));
}

/** The configs that a config with this text extends or refers to; paths as that of the config itself. */
export function configsNamedIn(file: string, text: string | undefined): readonly string[] {
  const isNaming = text !== undefined && /"(?:extends|references)"/.test(text);
  const config: unknown = isNaming ? parse(text) : undefined;
  return isJson(config) ? [...extendedBy(file, config), ...referredBy(file, config)] : [];
}

const referredBy = (file: string, config: Json | undefined): readonly string[] =>
  objects(config?.references).flatMap((reference) => {
    if (typeof reference.path !== 'string') return [];
    const target = path.join(path.dirname(file), reference.path);
    return [target.endsWith('.json') ? target : path.join(target, 'tsconfig.json')];
  });

const extendedBy = (file: string, config: Json): readonly string[] =>
  texts(config.extends)
    .filter((name) => name.startsWith('.') || path.isAbsolute(name))
    .map((name) => (name.endsWith('.json') ? name : `${name}.json`))
    .map((name) => (path.isAbsolute(name) ? name : path.join(path.dirname(file), name)));

/** What a config says itself goes before what it extends; of several that it extends the last goes first. */
function mappingOf(read: Read, file: string, seen: Set<string>): Mapping {
  const config = seen.has(file) ? undefined : read(file);
  if (!config) return { base: undefined, paths: [] };
  seen.add(file);
  const folder = path.dirname(file);
  const extended = extendedBy(file, config).map((one) => mappingOf(read, one, seen));
  const options = isJson(config.compilerOptions) ? config.compilerOptions : {};
  const base =
    typeof options.baseUrl === 'string'
      ? path.resolve(folder, options.baseUrl)
      : extended.findLast((mapping) => mapping.base !== undefined)?.base;
  const paths = isJson(options.paths)
    ? Object.entries(options.paths).map(
        ([pattern, targets]) =>
          [pattern, texts(targets).map((target) => placeOf(target, folder, base))] as const,
      )
    : (extended.findLast((mapping) => mapping.paths.length > 0)?.paths ?? []);
  return { base, paths };
}

const placeOf = (target: string, folder: string, base: string | undefined): string =>
  path.resolve(base ?? folder, target.replace(/^\$\{configDir\}/, '.'));

/** The targets of the pattern with the longest beginning that fits, as TypeScript chooses; else below `baseUrl`. */
function targetsOf({ base, paths }: Mapping, specifier: string): readonly string[] {
  const fitting = paths.flatMap(([pattern, targets]) => {
    const [start = '', end] = pattern.split('*');
    const fits =
      end === undefined
        ? specifier === pattern
        : specifier.length >= start.length + end.length &&
          specifier.startsWith(start) &&
          specifier.endsWith(end);
    if (!fits) return [];
    const rest = end === undefined ? '' : specifier.slice(start.length, specifier.length - end.length);
    const length = end === undefined ? Infinity : start.length;
    return [{ length, files: targets.map((target) => target.replace('*', () => rest)) }];
  });
  const best = fitting.sort((a, b) => b.length - a.length)[0];
  return [...(best?.files ?? []), ...(base === undefined ? [] : [path.join(base, specifier)])];
}

/** Reads a config by its absolute path, once. */
type Read = (file: string) => Json | undefined;

function reader(textOf: (file: string) => string | undefined): Read {
  const known = new Map<string, Json | undefined>();
  const read = (file: string): Json | undefined => {
    const text = textOf(file);
    const value: unknown = text === undefined ? undefined : parse(text);
    return isJson(value) ? value : undefined;
  };
  return (file) => {
    if (!known.has(file)) known.set(file, read(file));
    return known.get(file);
  };
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
