import type { DataFile, DataNode } from '../model/data-file.js';
import type { Quantity } from './quantity.js';
import type { Trigger } from './trigger.js';

/** What a schedule in a data file starts. */
export type Entry =
  /** A request to a route of the project. */
  | { readonly kind: 'route'; readonly path: string }
  /** A program: the file's own body runs. */
  | { readonly kind: 'file'; readonly file: string }
  /** A function that a file exports, or a method of what it exports. */
  | { readonly kind: 'export'; readonly file: string | undefined; readonly name: string }
  /** A command line, which may name a script of the package. */
  | { readonly kind: 'command'; readonly text: string };

/** One line of a schedule: what is started, and when; without a trigger it isn't known when. */
export interface ScheduledEntry {
  readonly entry: Entry;
  readonly trigger: Trigger | undefined;
  readonly how: string;
  /** So many processes run it in one deployment; one unless stated. */
  readonly instances?: Quantity | undefined;
  /** What happens where it fails; undefined where it runs once. */
  readonly retries?: EntryRetries | undefined;
}

/** Runs in all of what fails: `unknown` where the file doesn't say how many. */
export interface EntryRetries {
  readonly library: string;
  readonly attempts: number | 'unknown';
  /** The wait after failure i, in ms; the last one holds for all further failures. */
  readonly waitsMs: readonly Quantity[];
}

/** A kind of data file that says when code runs. */
export interface ScheduleFile {
  readonly id: string;
  readonly docsUrl: string;
  /** Paths of such files; what is in them decides. */
  readonly files: RegExp;
  readonly read: (data: DataFile) => readonly ScheduledEntry[];
}

export const itemsOf = (node: DataNode | undefined): readonly DataNode[] =>
  node?.kind === 'list' ? node.items : [];

export const textsOf = (node: DataNode | undefined): readonly string[] =>
  node?.kind === 'text' ? [node.text] : itemsOf(node).flatMap(textsOf);

/** A path of a file as seen from the folder of another one. */
export function beside(file: string, path: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
