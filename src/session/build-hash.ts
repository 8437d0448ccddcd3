import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashText } from '../cache/hash.js';

let known: string | undefined;

/** A hash of leastscope's own code, as it is here: a changed build must not read what another one kept. */
export function buildHash(): string {
  if (known !== undefined) return known;
  // The sources lie in folders beside this one, the built package in one folder: its build writes the hash down.
  const folder = path.resolve(import.meta.dirname, '..');
  known = writtenIn(folder) ?? hashOfCode(folder);
  return known;
}

function writtenIn(folder: string): string | undefined {
  try {
    return readFileSync(path.join(folder, 'build-hash'), 'utf8');
  } catch {
    return undefined;
  }
}

function hashOfCode(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
  return hashText(files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\0'));
}
