import path from 'node:path/posix';
import { isScript, type Program } from '../program/program.js';

/** The folder of the manifest around each folder, or none. Parts of a program have the modules of the whole. */
const known = new WeakMap<Program['modules'], Map<string, string | undefined>>();

/**
 * The scripts of the Google Apps Script project that a file belongs to: all below the folder of its manifest, which
 * [share one scope](https://developers.google.com/apps-script/guides/projects). Undefined where it belongs to none.
 */
export function scriptProject(
  program: Program,
  file: string,
): { readonly file: string; readonly scripts: readonly string[] } | undefined {
  const module = program.modules.get(file);
  const folder = module && isScript(module) ? projectAround(program, path.dirname(file)) : undefined;
  if (folder === undefined) return undefined;
  const below = folder === '.' ? '' : `${folder}/`;
  const scripts = [...program.modules.keys()].filter(
    (other) => other.startsWith(below) && !/\.html?$/.test(other),
  );
  return { file: `${below}appsscript.json`, scripts };
}

function projectAround(program: Program, folder: string): string | undefined {
  const folders = known.get(program.modules) ?? new Map<string, string | undefined>();
  known.set(program.modules, folders);
  if (folders.has(folder)) return folders.get(folder);
  const isOwn = program.resolve(path.join(folder, 'any.js'), './appsscript.json').kind === 'data';
  const around = isOwn ? folder : folder === '.' ? undefined : projectAround(program, path.dirname(folder));
  folders.set(folder, around);
  return around;
}
