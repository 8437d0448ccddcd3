import { analyze, type Analysis, type AnalyzeInput } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import type { Catalog } from '../model/catalog.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { createResolver, remembered, type Resolve } from '../syntax/resolve.js';
import { stateBefore, type ProjectState } from './before.js';
import { isDataFile } from './data.js';
import { matchesFile } from './files.js';
import { watched } from './kept.js';
import { knownStates, type KnownStates } from './known-states.js';
import { hasParts, lookNear } from './near.js';
import { outsideNotes } from './outside.js';
import { inListing } from './resolve-listed.js';
import { restrictToChange, restrictToFiles } from './restrict.js';
import { matchNotes } from './setup.js';
import { isCode, type Sources, type SourcesInput } from './sources.js';
import { typedProgram } from './types.js';

interface Shown extends SourcesInput {
  readonly catalogs: readonly Catalog[];
  readonly sources: Sources;
}

/** What a reader is shown of a project: all, what stands in the asked files, or what a change does. Adds to the notes. */
export function analysisShown(input: Shown): Analysis {
  const { root, config, catalogs, sources, options, notes } = input;
  const { summaries, data, changes } = sources;
  const now: ProjectState = { summaries, data, settings: { config, catalogs } };
  const resolve = resolverOf(input, summaries);
  const old = changes && stateBefore({ ...input, changes });
  input.lowerer.cache.save();
  const before = old && {
    state: old,
    resolve: sameFiles(old.summaries, summaries) ? resolve : resolverOf(input, old.summaries),
  };
  const states = knownStates(root, options, sources, leftOut(input));
  const analyzed = (state: ProjectState, by: Resolve): Analysis =>
    analysisOf(input, state, by, {
      program: programOf(state.summaries, by),
      keepsReads: states.keeps,
    });
  const near = before && nearBy(input, states, analyzed, { state: now, resolve }, before);
  if (near) return near;
  const analysis = states.analyze(now, resolve, analyzed);
  if (!sources.isPartial) notes.push(...matchNotes(config, analysis.requests));
  if (sources.otherFiles) notes.push(...outsideNotes(root, summaries, resolve));
  if (!before) return restrictToFiles(analysis, sources.selected);
  const changed = new Set([
    ...sources.selected,
    ...(changes ?? []).map(({ file }) => file).filter((file) => file === config.file || isDataFile(file)),
  ]);
  const said = states.saidOf(before.state, before.resolve, analyzed);
  return restrictToChange(analysis, said, changed, sources.isPartial);
}

interface Resolved {
  readonly state: ProjectState;
  readonly resolve: Resolve;
}

/** What a staged change of code does, where the files that it has to do with tell. */
function nearBy(
  input: Shown,
  states: KnownStates,
  analyzed: (state: ProjectState, by: Resolve) => Analysis,
  now: Resolved,
  old: Resolved,
): Analysis | undefined {
  const { options, sources } = input;
  const changes = sources.changes ?? [];
  const isPlain = options.staged === true && options.types !== true && isWhole(options);
  if (!isPlain || sources.isPartial || !changes.every(({ file }) => isCode(file))) return undefined;
  if (!hasParts(now.state.summaries.length)) return undefined;
  const known = states.known(old.state, old.resolve, analyzed);
  if (!known) return undefined;
  const watch = watched(now.resolve);
  const near = lookNear(
    {
      program: programOf(now.state.summaries, watch.resolve),
      analyze: (program, files, asksSink) =>
        analysisOf(input, now.state, watch.resolve, { program, files, asksSink, keepsReads: true }),
    },
    { program: programOf(old.state.summaries, old.resolve), known },
    new Set(changes.map(({ file }) => file)),
  );
  if (near) states.keep(now.state, near.known, watch.seen());
  return near?.shown;
}

/** Whether nothing less than the project is asked for. */
const isWhole = ({ paths }: Shown['options']): boolean => paths.every((asked) => asked === '.');

const sameFiles = (some: readonly ModuleSummary[], others: readonly ModuleSummary[]): boolean =>
  some.length === others.length && some.every(({ file }, i) => file === others[i]?.file);

function resolverOf({ root, sources }: Shown, summaries: readonly ModuleSummary[]): Resolve {
  const files = new Set(summaries.map(({ file }) => file));
  return remembered(inListing(createResolver(root, files, sources.packageFiles), files, root));
}

const leftOut = ({ notes }: Shown): readonly string[] =>
  notes.flatMap(({ file, leftOut }) => (leftOut && file !== null ? [file] : []));

function analysisOf(
  input: Shown,
  { summaries, data, settings }: ProjectState,
  resolve: Resolve,
  what: Pick<AnalyzeInput, 'program' | 'files' | 'asksSink' | 'keepsReads'>,
): Analysis {
  const { root, options, sources, notes, progress } = input;
  const { textOf, otherFiles, packageFiles } = sources;
  const typing = { root, summaries, resolve, textOf, notes, progress };
  return analyze({
    ...what,
    ...settings,
    matchesFile,
    data,
    minConfidence: options.minConfidence,
    ...(options.trace === true ? { trace: true } : {}),
    ...(options.types === true
      ? { withTypes: (asked, clients) => typedProgram(typing, asked, clients) }
      : {}),
    ...(otherFiles ? { texts: { textOf, packageFiles, otherFiles } } : {}),
    leftOut: leftOut(input),
  });
}
