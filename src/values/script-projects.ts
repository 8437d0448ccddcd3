import path from 'node:path/posix';
import { isScript, type Program } from '../program/program.js';

interface ScriptProject {
  /** Its manifest. */
  readonly file: string;
  readonly scripts: readonly string[];
}

/** The project around each folder, or none. Parts of a program have the modules of the whole. */
const known = new WeakMap<Program['modules'], Map<string, ScriptProject | undefined>>();

/**
 * The scripts of the Google Apps Script project that a file belongs to: all below the folder of its manifest, which
 * [share one scope](https://developers.google.com/apps-script/guides/projects). Undefined where it belongs to none.
 */
export function scriptProject(program: Program, file: string): ScriptProject | undefined {
  const module = program.modules.get(file);
  return module && isScript(module) ? projectAround(program, path.dirname(file)) : undefined;
}

function projectAround(program: Program, folder: string): ScriptProject | undefined {
  const projects = known.get(program.modules) ?? new Map<string, ScriptProject | undefined>();
  known.set(program.modules, projects);
  if (projects.has(folder)) return projects.get(folder);
  const isOwn = program.resolve(path.join(folder, 'any.js'), './appsscript.json').kind === 'data';
  const around = folder === '.' ? undefined : path.dirname(folder);
  const project = isOwn
    ? projectIn(program, folder)
    : around === undefined
      ? undefined
      : projectAround(program, around);
  projects.set(folder, project);
  return project;
}

function projectIn(program: Program, folder: string): ScriptProject {
  const below = folder === '.' ? '' : `${folder}/`;
  const scripts = [...program.modules.keys()].filter(
    (file) => file.startsWith(below) && !/\.html?$/.test(file),
  );
  return { file: `${below}appsscript.json`, scripts };
}
