import { remembered, type Resolve } from '../syntax/resolve.js';
import type { Change } from '../vcs/staged.js';
import type { ProjectState } from './before.js';
import { isImportable, isPackageFile, pathConfigsOf } from './files.js';
import type { Sources } from './sources.js';
import { resolverIn, textsBefore } from './state-texts.js';

/** A state of a project, and where its imports lead. */
export interface Resolved {
  readonly state: ProjectState;
  readonly resolve: Resolve;
  readonly sources: Sources;
}

type Modules = ProjectState['modules'];

export const resolvedNow = (root: string, state: ProjectState, sources: Sources): Resolved => ({
  state,
  sources,
  resolve: resolverOf(root, state.modules, sources),
});

/** The state before changes that led to a later one. */
export function resolvedBefore(
  root: string,
  { state: later, sources, resolve }: Resolved,
  state: ProjectState,
  changes: readonly Change[],
): Resolved {
  if (isResolvedAlike(changes, state.modules, later.modules))
    return { state, resolve, sources: { ...sources, textOf: textsBefore(root, sources.textOf, changes) } };
  const before = sourcesBefore(root, sources, changes);
  return { state, sources: before, resolve: resolverOf(root, state.modules, before) };
}

/** Whether imports lead to the same files, and data, before and after. */
const isResolvedAlike = (changes: readonly Change[], some: Modules, others: Modules): boolean =>
  !changes.some(({ file }) => isImportable(file)) &&
  some.size === others.size &&
  [...some.keys()].every((file) => others.has(file));

/** What imports were resolved by before: files that are gone, and none that is new. */
function sourcesBefore(root: string, sources: Sources, changes: readonly Change[]): Sources {
  const textOf = textsBefore(root, sources.textOf, changes);
  const changed = changes.map(({ file }) => file);
  const before = (files: readonly string[]): readonly string[] =>
    [...new Set(files)].sort().filter((file) => textOf(file) !== undefined);
  return {
    ...sources,
    textOf,
    packageFiles: before([...sources.packageFiles, ...changed.filter(isPackageFile)]),
    pathConfigs: pathConfigsOf(
      before([...sources.pathConfigs, ...changed.filter((file) => isImportable(file))]),
      textOf,
    ),
    isOnDisk: false,
  };
}

const resolverOf = (root: string, modules: Modules, state: Sources): Resolve =>
  remembered(resolverIn(root, new Set(modules.keys()), state));
