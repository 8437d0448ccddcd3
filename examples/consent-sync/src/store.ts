import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const folder = process.env.STORE_DIR ?? '.store';

/** Keeps the last copy of each collection as one JSON file. */
export async function save(collection: string, rows: readonly unknown[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${collection}.json`), JSON.stringify(rows, undefined, 2));
}

export async function load<T>(collection: string): Promise<T[]> {
  try {
    return JSON.parse(await readFile(path.join(folder, `${collection}.json`), 'utf8')) as T[];
  } catch {
    return [];
  }
}
