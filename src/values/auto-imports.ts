import path from 'node:path/posix';
import { exportedNames, type Program } from '../program/program.js';

/** An export that code of a Nuxt project uses without an import. */
export interface AutoImport {
  readonly file: string;
  readonly name: string;
}

/** The auto-imports of each Nuxt project of a program, by the project's folder. */
type Projects = ReadonlyMap<string, ReadonlyMap<string, AutoImport>>;

/** Parts of a program have the modules of the whole. */
const known = new WeakMap<Program['modules'], Projects>();

const config = /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/;
/** Files whose exports Nuxt imports by itself, below its project's folder. */
const imported = /^(?:(?:app|src|client)\/)?(?:composables|utils)\/[^/]+\.[cm]?[jt]s$/;

/** What a name that nothing in a file declares stands for by Nuxt's convention. */
export function autoImport(program: Program, name: string, file: string): AutoImport | undefined {
  for (const [folder, names] of projectsOf(program))
    if (folder === '' || file.startsWith(`${folder}/`)) {
      const found = names.get(name);
      if (found && found.file !== file) return found;
    }
  return undefined;
}

function projectsOf(program: Program): Projects {
  const before = known.get(program.modules);
  if (before) return before;
  const folders = [...program.modules.keys()]
    .filter((file) => config.test(file))
    .map((file) => (path.dirname(file) === '.' ? '' : path.dirname(file)));
  const projects = new Map(folders.map((folder) => [folder, importsIn(program, folder)]));
  known.set(program.modules, projects);
  return projects;
}

function importsIn(program: Program, folder: string): ReadonlyMap<string, AutoImport> {
  const names = new Map<string, AutoImport>();
  for (const file of program.modules.keys()) {
    if (folder !== '' && !file.startsWith(`${folder}/`)) continue;
    if (!imported.test(folder === '' ? file : file.slice(folder.length + 1))) continue;
    for (const name of exportedNames(program, file))
      names.set(name === 'default' ? nameOfFile(file) : name, { file, name });
  }
  return names;
}

/** Whether a file says where a Nuxt project lies. */
export const isNuxtConfig = (file: string): boolean => config.test(file);

/** The names under which code gets a file's exports without an import. */
export function namesGivenBy(program: Program, file: string): readonly string[] {
  return [...projectsOf(program).values()].flatMap((names) =>
    [...names].flatMap(([name, found]) => (found.file === file ? [name] : [])),
  );
}

/** `use-api.ts` exports `useApi` by default. */
const nameOfFile = (file: string): string =>
  path.basename(file, path.extname(file)).replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
