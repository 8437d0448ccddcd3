import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aligned, sliding } from './score.js';
import type { Shape } from './shape.js';
import type { Run, World } from './world.js';

/** The fullest windows of each operation, by their length in seconds. */
export type Counts = Readonly<
  Record<string, Readonly<Record<number, { readonly sliding: number; readonly aligned: number }>>>
>;

/** Runs a program and counts; in `folder` what was counted is kept, for as long as the program and its run stay the same. */
export function countsIn(
  world: World,
  windows: readonly number[],
  folder: string | undefined,
): (shape: Shape, run: Run) => Promise<Counts> {
  return async (shape, run) => {
    const key = createHash('sha256')
      .update(JSON.stringify([shape, run, windows]))
      .digest('hex')
      .slice(0, 24);
    const file = folder && path.join(folder, `${shape.name}-${key}.json`);
    if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Counts;
    const times = await world.truth(shape, run);
    const counts: Counts = Object.fromEntries(
      Object.entries(times).map(([name, list]) => [
        name,
        Object.fromEntries(
          windows.map((s) => [s, { sliding: sliding(list, s * 1000), aligned: aligned(list, s * 1000) }]),
        ),
      ]),
    );
    if (file) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.part`, JSON.stringify(counts));
      renameSync(`${file}.part`, file);
    }
    return counts;
  };
}
