import { analyze, type Analysis } from '../analyze/analyze.js';
import { stateBefore, type ProjectState } from './before.js';
import { isDataFile } from './data.js';
import { matchesFile } from './files.js';
import { knownStates } from './known-states.js';
import { changeSeenNear, type AnalyzeState, type Shown } from './near-change.js';
import { outsideNotes } from './outside.js';
import { movesOf } from './moved-known.js';
import { resolvedBefore, resolvedNow, type Resolved } from './resolved.js';
import { restrictToChange, restrictToFiles } from './restrict.js';
import { matchNotes } from './setup.js';
import { typedProgram } from './types.js';

/** What a reader is shown of a project: all, what stands in the asked files, or what a change does. Adds to the notes. */
export function analysisShown(input: Shown): Analysis {
  const { root, config, catalogs, sources, options, notes } = input;
  const { modules, data, changes } = sources;
  const state: ProjectState = { modules, data, settings: { config, catalogs } };
  const now = resolvedNow(root, state, sources);
  const old = changes && stateBefore({ ...input, changes });
  // What was read stays kept, whatever becomes of the rest.
  input.lowerer.cache.save();
  const before = old && resolvedBefore(root, now, old, changes);
  const states = knownStates(root, options, sources, leftOut(input));
  const analyzed: AnalyzeState = (at, what) => analysisOf(input, at, what);
  const near = before && changeSeenNear(input, states, analyzed, now, before);
  if (near) return near;
  const analysis = states.analyze(now, analyzed);
  if (!sources.isPartial) notes.push(...matchNotes(config, analysis.requests));
  if (sources.otherFiles) notes.push(...outsideNotes(root, modules.values(), now.resolve));
  if (!before) return restrictToFiles(analysis, sources.selected);
  const changed = new Set([
    ...sources.selected,
    ...(changes ?? []).map(({ file }) => file).filter((file) => file === config.file || isDataFile(file)),
  ]);
  const said = states.saidOf(before, analyzed);
  const moved = new Set(movesOf(changed, before.state.modules, modules).keys());
  return restrictToChange(analysis, said, changed, sources.isPartial, moved);
}

const leftOut = ({ notes, sources }: Shown): readonly string[] => {
  const noted = notes.flatMap(({ file, leftOut }) => (leftOut && file !== null ? [file] : []));
  return [...new Set([...noted, ...(sources.leftOut ?? [])])].sort();
};

function analysisOf(
  input: Shown,
  { state: { modules, data, settings }, resolve }: Resolved,
  what: Parameters<AnalyzeState>[1],
): Analysis {
  const { root, options, sources, notes, progress } = input;
  const { textOf, otherFiles, packageFiles } = sources;
  const typing = { root, modules, resolve, textOf, notes, progress };
  return analyze({
    ...what,
    ...settings,
    matchesFile,
    data: data.read,
    minConfidence: options.minConfidence,
    ...(options.trace === true ? { trace: true } : {}),
    ...(options.types === true
      ? { withTypes: (asked, clients) => typedProgram(typing, asked, clients) }
      : {}),
    ...(otherFiles ? { texts: { textOf, packageFiles, otherFiles } } : {}),
    leftOut: leftOut(input),
  });
}
