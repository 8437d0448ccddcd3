import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { hashText } from '../cache/hash.js';
import { isCatalogFile } from '../config/catalog-name.js';
import { readConfig } from '../config/read-config.js';
import { UserError } from '../model/errors.js';

/**
 * A short text that changes when the config that holds in a folder, or a catalog file that it names, does. A config
 * that can't be read has one of its own.
 */
export function inputsFingerprint(folder: string): string {
  try {
    const root = realpathSync(folder);
    const { file, catalogs = [] } = readConfig({ cwd: root });
    if (file === undefined) return 'none';
    const files = [file, ...catalogs.map(({ value }) => value).filter(isCatalogFile)];
    return hashText(files.map((one) => textOf(path.resolve(root, one))).join('\0'));
  } catch (error) {
    if (error instanceof UserError) return 'unreadable';
    throw error;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
