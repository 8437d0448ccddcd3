import type { Program } from '../program/program.js';
import { givingFiles } from './beyond-imports.js';
import { closure, filesLoadedBy } from '../values/loaded-with.js';

/** For each file those that it imports. What modules see of each other without an import is for `beyond-imports.ts`. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export const importGraph = (program: Program): ImportGraph =>
  new Map([...filesLoadedBy(program)].map(([file, { files }]) => [file, files]));

/** What a file imports in one of two states. */
export const bothGraphs = (a: ImportGraph, b: ImportGraph): ImportGraph =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((file) => [
      file,
      [...(a.get(file) ?? []), ...(b.get(file) ?? [])],
    ]),
  );

/** The files, and those that import them, directly or not. */
export function usersOf(graph: ImportGraph, files: Iterable<string>): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [user, imported] of graph)
    for (const file of imported) {
      const list = users.get(file) ?? [];
      list.push(user);
      users.set(file, list);
    }
  return closure(files, (file) => users.get(file) ?? []);
}

/** The files, and all that they import, directly or not. */
export const importedBy = (graph: ImportGraph, files: Iterable<string>): ReadonlySet<string> =>
  closure(files, (file) => graph.get(file) ?? []);

/**
 * The part of a program that some files are, with what gives them something unasked. Imports of these lead to the whole
 * program, as far as somebody asks.
 */
export function partOf(program: Program, files: ReadonlySet<string>): Program {
  const giving = new Set(givingFiles(program));
  return { ...program, files: program.files.filter((file) => files.has(file) || giving.has(file)) };
}
