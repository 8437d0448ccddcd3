import { realpathSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config/read-config.js';
import { listGitFiles } from '../vcs/list-files.js';
import { codeFilesOf, packageFilesOf } from './files.js';
import type { ScanOptions } from './options.js';

/** Absolute folders whose files a scan depends on: of the code, of package manifests, of the config. Throws a UserError. */
export function foldersOf({ cwd, paths, config: asked }: ScanOptions): readonly string[] {
  const root = realpathSync(cwd);
  const config = readConfig({ cwd: root, paths, ...(asked === undefined ? {} : { file: asked }) });
  const listed = listGitFiles(root, ['.']);
  const code = codeFilesOf(root, config, listed);
  const files = [
    ...code,
    ...packageFilesOf(listed, code),
    ...(config.file === undefined ? [] : [config.file]),
  ];
  return [...new Set([root, ...files.map((file) => path.dirname(path.resolve(root, file)))])].sort();
}
