import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportNote } from '../model/report.js';
import { importsOf } from '../program/program.js';
import type { Resolve } from '../syntax/resolve.js';

const mostShown = 3;

/**
 * Says that code was imported from outside of the analyzed folder, as in a package of a monorepo: the calls that it
 * makes, and those that are made through it, are not known.
 */
export function outsideNotes(
  root: string,
  summaries: Iterable<ModuleSummary>,
  resolve: Resolve,
): readonly ReportNote[] {
  // Above the top of a repository nothing belongs to the project.
  if (existsSync(path.join(root, '.git'))) return [];
  const files = new Set<string>();
  for (const summary of summaries)
    for (const specifier of importsOf(summary)) {
      const found = resolve(summary.file, specifier);
      if (found.kind === 'external' && found.outside !== undefined) files.add(found.outside);
    }
  const [first] = files;
  if (first === undefined) return [];
  const all = [...files].sort();
  const top = topOf(root, all);
  const shown = all.slice(0, mostShown).map((file) => slashed(path.relative(root, file)));
  const more = all.length > mostShown ? `, and ${all.length - mostShown} more` : '';
  return [
    {
      file: null,
      line: null,
      message: `code outside of this folder is imported and was not analyzed, so calls through it are not known: ${shown.join(', ')}${more}; in ${slashed(path.relative(root, top))}, "leastscope ${slashed(path.relative(top, root))}" takes it in`,
    },
  ];
}

/** The top of the repository, else the nearest folder that holds all of them. */
function topOf(root: string, files: readonly string[]): string {
  let folder = path.dirname(root);
  const holdsAll = (): boolean => files.every((file) => file.startsWith(folder + path.sep));
  let nearest: string | undefined;
  for (;;) {
    if (nearest === undefined && holdsAll()) nearest = folder;
    const parent = path.dirname(folder);
    if (existsSync(path.join(folder, '.git')) && nearest !== undefined) return folder;
    if (parent === folder) return nearest ?? folder;
    folder = parent;
  }
}

const slashed = (file: string): string => file.split(path.sep).join('/');
