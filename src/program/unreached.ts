import type { ModuleSummary } from '../model/module-summary.js';
import {
  isOpenToAll,
  isTest,
  namesItsFiles,
  startFiles,
  startsByItself,
  type PackageFacts,
} from './entries.js';
import { mentionsFile, mentionsName, loadsUnnamed } from './mentions.js';
import { importsOf, isScript, type Program } from './program.js';

/** The texts of a repository, read when they are needed. */
export interface RepositoryTexts {
  /** Relative to the root, as the program's files are. */
  readonly textOf: (file: string) => string | undefined;
  readonly packageFiles: readonly string[];
  /** Files that are no code and may name some: scripts, pages, settings. */
  readonly otherFiles: () => readonly string[];
}

/** Whether nothing starts the code of a call. */
export type IsUnreached = (file: string, call: number) => boolean;

/**
 * Finds calls that no entry point leads to. A module is unreached when nothing that starts it, or a module that imports
 * it, is known, and no text names it; a function, when its name stands nowhere but where it is declared. In doubt, code
 * is reached: where a package's entry points aren't known, all of it is.
 */
export function findUnreached(program: Program, texts: RepositoryTexts): IsUnreached {
  const packages = once(() => readPackages(texts));
  const importers = once(() => importersOf(program));
  const packageAt = (file: string): PackageFacts | undefined =>
    packages().find(({ folder }) => file.startsWith(folder));
  const starts = once(() => startsOf(program, packages()));
  const codeTexts = once(() =>
    program.files.filter((file) => !isTest(file)).map((file) => ({ file, text: texts.textOf(file) ?? '' })),
  );
  const otherTexts = once(() => texts.otherFiles().map((file) => ({ file, text: texts.textOf(file) ?? '' })));

  const isKnown = remember((folder: string): boolean => {
    const own = packages().find((one) => one.folder === folder);
    if (!own || isOpenToAll(own) || !namesItsFiles(own)) return false;
    const files = program.files.filter((file) => packageAt(file) === own && !isTest(file));
    return (
      // Tools' settings and conventions start something, but don't say where the program begins.
      files.some((file) => starts().has(file)) &&
      !codeTexts().some(({ file, text }) => packageAt(file) === own && loadsUnnamed(text))
    );
  });
  const isStart = (file: string): boolean => {
    const module = program.modules.get(file);
    return !module || starts().has(file) || startsByItself(module);
  };

  /** The module and all that import it; undefined when something among them is started. */
  const unstarted = remember((file: string): ReadonlySet<string> | undefined => {
    const found = new Set([file]);
    for (const one of found) {
      if (isStart(one)) return undefined;
      for (const importer of importers().get(one) ?? []) if (!isTest(importer)) found.add(importer);
    }
    return found;
  });

  const isModuleUnreached = remember((file: string): boolean => {
    const group = unstarted(file);
    if (!group) return false;
    // A folder of which nothing is reached may be loaded as a whole.
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const isSibling = (other: string): boolean =>
      other !== file &&
      other.startsWith(folder) &&
      !other.slice(folder.length).includes('/') &&
      !isTest(other);
    if (!program.files.some((other) => isSibling(other) && !unstarted(other))) return false;
    return ![...codeTexts(), ...otherTexts()].some(
      (source) => !group.has(source.file) && [...group].some((one) => mentionsFile(source, one)),
    );
  });

  /** Whether somebody may use exports of a module without their names. */
  const isExposed = remember((file: string): boolean => {
    const from = importers().get(file) ?? [];
    return (
      from.some((importer) => takesAll(program, importer, file)) ||
      [...codeTexts(), ...otherTexts()].some(
        (source) => source.file !== file && !from.includes(source.file) && mentionsFile(source, file),
      )
    );
  });

  const isFunctionUnreached = (module: ModuleSummary, call: number): boolean => {
    const name = declaredName(module, module.calls[call]?.within ?? 0);
    if (name === undefined || /\.(?:vue|svelte|astro)$/.test(module.file)) return false;
    const isExported = module.exports.some(
      (e) => e.kind !== 'value' || e.name === name || e.name === 'default',
    );
    if (isExported && (isStart(module.file) || isExposed(module.file))) return false;
    const text = texts.textOf(module.file);
    if (text === undefined || mentionsName(text, name) !== 1) return false;
    return !codeTexts().some((source) => source.file !== module.file && mentionsName(source.text, name) > 0);
  };

  return (file, call) => {
    const module = program.modules.get(file);
    const own = packageAt(file);
    if (!module || !own || isTest(file) || isScript(module) || !isKnown(own.folder)) return false;
    return isModuleUnreached(file) || isFunctionUnreached(module, call);
  };
}

/** The name of the function of a module's top level in which a function stands; undefined where it has none of its own. */
function declaredName(module: ModuleSummary, within: number): string | undefined {
  let fn = within;
  for (let parent = module.functions[fn]?.parent; parent !== undefined && parent !== 0;) {
    fn = parent;
    parent = module.functions[fn]?.parent;
  }
  const summary = module.functions[fn];
  if (fn === 0 || !summary || summary.cls !== undefined || summary.decorators !== undefined) return undefined;
  return Object.values(module.bindings).find(
    ({ value, within: holder }) => holder === 0 && value.kind === 'function' && value.fn === fn,
  )?.name;
}

/** Whether a module imports or exports all of another at once. */
function takesAll(program: Program, importer: string, file: string): boolean {
  const module = program.modules.get(importer);
  const specifiers = [
    ...(module?.imports ?? []).filter(({ name }) => name === '*').map((i) => i.module),
    ...(module?.exports ?? []).flatMap((e) =>
      e.kind === 'star' || (e.kind === 'from' && e.imported === '*') ? [e.module] : [],
    ),
  ];
  return specifiers.some((specifier) => {
    const target = program.resolve(importer, specifier);
    return target.kind === 'module' && target.file === file;
  });
}

/** By the file that is imported. Calls of `import` and `require` are mentions. */
function importersOf(program: Program): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, string[]>();
  for (const [file, module] of program.modules) {
    for (const specifier of importsOf(module)) {
      const target = program.resolve(file, specifier);
      if (target.kind !== 'module') continue;
      const list = out.get(target.file) ?? [];
      out.set(target.file, list);
      list.push(file);
    }
  }
  return out;
}

/** Nearest first. */
function readPackages({ packageFiles, textOf }: RepositoryTexts): readonly PackageFacts[] {
  return packageFiles
    .flatMap((file): PackageFacts[] => {
      const json = parsed(textOf(file));
      return json ? [{ folder: file.slice(0, -'package.json'.length), json }] : [];
    })
    .sort((a, b) => b.folder.length - a.folder.length);
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The program's files that fields of packages name, or the sources that those are built from. */
function startsOf(program: Program, packages: readonly PackageFacts[]): ReadonlySet<string> {
  const bare = (file: string): string => file.replace(/(?:\.d)?\.\w+$/, '').replace(/\/index$/, '');
  const named = packages.flatMap(startFiles).map(bare);
  const wanted = new Set(
    named.flatMap((file) => [
      file,
      file.replace(/(^|\/)(?:dist|lib|build|out)\/(?:(?:esm|cjs|src)\/)?/, '$1src/'),
      file.replace(/(^|\/)(?:dist|lib|build|out)(?:\/(?:esm|cjs|src))?(?:\/|$)/, '$1'),
      file.replace(/(^|\/)(?:dist|lib|build|out)$/, '$1src'),
    ]),
  );
  return new Set(program.files.filter((file) => wanted.has(bare(file))));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function remember<T>(answer: (key: string) => T): (key: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (key) => {
    const found = known.get(key) ?? { value: answer(key) };
    known.set(key, found);
    return found.value;
  };
}
