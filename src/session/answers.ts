import { analyze, type Analysis, type AnalyzeInput } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { DataFile } from '../model/data-file.js';
import type { Finding } from '../model/finding.js';
import type { Expr, ModuleSummary } from '../model/module-summary.js';
import type { Span } from '../model/span.js';
import type { Program } from '../program/program.js';
import { createResolver, remembered, type Resolve } from '../syntax/resolve.js';
import { matchesFile } from './files.js';
import {
  daysOf,
  seenAfter,
  seenAgain,
  watched,
  type Seen,
  type Answer,
  type Kept,
  type KeptAnswers,
} from './kept.js';
import { movedOffsets, type Moved } from './moved.js';
import { knownFrom, type Known as Whole } from './known.js';
import { hasParts, lookNear, type IsWorth } from './near.js';
import { inListing } from './resolve-listed.js';
import { movesFor, suggestionsFor, type Move, type Suggestion } from './suggestions.js';
import { summariesOf, type Versions } from './versions.js';

type Summaries = ReadonlyMap<string, ModuleSummary>;
type ByFile = ReadonlyMap<string, readonly Answer[]>;

/** What an analysis depends on besides the code. An equal object means equal content. */
export interface Surroundings {
  readonly config: Config;
  readonly catalogs: readonly Catalog[];
  readonly data: readonly DataFile[];
  readonly packageFiles: readonly string[];
  /** Where TypeScript and editors are told what a specifier means. */
  readonly pathConfigs: readonly string[];
  /** Links among the project's files. */
  readonly links: readonly string[];
}

/** Findings of a project that changes, analyzed no oftener than a change can matter. */
export interface Answers {
  /** `isOnDisk`: every version is what is saved, so that a later process may find the same. */
  readonly of: (
    file: string,
    versions: Versions,
    around: Surroundings,
    isOnDisk?: boolean,
  ) => readonly Finding[];
  /** Imports of data by what is known, and those that lead nowhere. An equal object means equal content. */
  readonly seen: () => readonly Seen[];
  /** Some of these lead to something else now. */
  readonly seenChanged: () => void;
  /** What would mend one of the last findings in its own file, whose text is `text`. */
  readonly suggestions: (finding: Finding, text: string) => readonly Suggestion[];
}

/** The answers of a project, and where it is large what they rest on, in the state that was analyzed last. */
interface Found {
  readonly byFile: ByFile;
  readonly whole: Whole | undefined;
  readonly seen: readonly Seen[];
  readonly analyzed: Versions;
}

interface Known extends Found {
  readonly versions: Versions;
  readonly around: Surroundings;
}

interface Made {
  readonly kept: Kept;
  readonly whole: Whole | undefined;
}

/**
 * Keeps the last analysis of a project; `root` is absolute and real. `kept` is what earlier processes found. After an
 * edit, what it has to do with is looked at first, where that leaves out so many files.
 */
export function createAnswers(root: string, kept?: KeptAnswers, isWorth?: IsWorth): Answers {
  let known: Known | undefined;
  let isSeenOther = false;
  const movesOf = new WeakMap<Finding, readonly Move[]>();
  let resolver:
    | { readonly files: string; readonly packageFiles: readonly string[]; readonly resolve: Resolve }
    | undefined;

  const resolverFor = (files: ReadonlySet<string>, packageFiles: readonly string[]): Resolve => {
    const names = [...files].sort().join('\n');
    if (resolver?.files !== names || resolver.packageFiles !== packageFiles)
      resolver = {
        files: names,
        packageFiles,
        resolve: remembered(inListing(createResolver(root, files, packageFiles), files, root)),
      };
    return resolver.resolve;
  };

  const run = (versions: Versions, summaries: Summaries, around: Surroundings): Made => {
    const { resolve, seen } = watched(resolverFor(new Set(summaries.keys()), around.packageFiles));
    const keepsReads = isWorth !== undefined || hasParts(summaries.size);
    const analysis = analysisOf(around, { program: linked(summaries, resolve), keepsReads });
    const whole = knownFrom(analysis);
    return {
      whole,
      kept: {
        answers: answersIn(analysis),
        without: [...versions.keys()].filter((file) => !summaries.has(file)),
        seen: seen(),
        days: daysOf(analysis),
        ...(whole && { whole }),
      },
    };
  };

  const keptOrRun = (versions: Versions, around: Surroundings, isOnDisk: boolean): Found => {
    const key = isOnDisk ? kept?.keyOf(versions, around) : undefined;
    const { packageFiles } = around;
    const found = key && kept?.read(key, versions, (files) => resolverFor(files, packageFiles));
    if (found)
      return {
        byFile: grouped(found.answers),
        whole: found.whole,
        seen: found.seen,
        analyzed: versions,
      };
    const summaries = summariesOf(root, versions);
    const { kept: made, whole } = run(versions, summaries, around);
    // A file that changed before it was read is not what the key says.
    const isWhole = made.without.every((file) => versions.get(file)?.isRead() === true);
    if (key && isWhole) kept?.write(key, made);
    return { byFile: grouped(made.answers), whole, seen: made.seen, analyzed: versions };
  };

  /** What is known after edits of files that touch nothing that is judged; undefined where they may. */
  const afterEdits = (
    { analyzed: before, byFile, whole, seen: seenBefore }: Known,
    after: Versions,
    around: Surroundings,
  ): Found | undefined => {
    const changed = [...after].filter(([file, { hash }]) => before.get(file)?.hash !== hash);
    if (!whole || before.size !== after.size || changed.some(([file]) => !before.has(file))) return undefined;
    const [was, is] = [summariesOf(root, before), summariesOf(root, after)];
    if (was.size !== is.size || [...is.keys()].some((file) => !was.has(file))) return undefined;
    const { resolve, seen } = watched(resolverFor(new Set(is.keys()), around.packageFiles));
    const again = isSeenOther
      ? seenAgain(seenBefore, resolve)
      : { seen: seenBefore, importers: new Set<string>() };
    const near = lookNear(
      {
        program: linked(is, resolve),
        analyze: (program, files, asksSink) =>
          analysisOf(around, { program, files, asksSink, keepsReads: true }),
      },
      { program: linked(was, resolve), known: whole },
      new Set(changed.map(([file]) => file)),
      again.importers,
      isWorth,
    );
    if (!near) return undefined;
    const { judged } = near;
    return {
      byFile: judged ? grouped(answersIn(judged)) : byFile,
      whole: near.known,
      seen: seenAfter(again.seen, seen(), is),
      analyzed: after,
    };
  };

  const update = (versions: Versions, around: Surroundings, isOnDisk: boolean): Known => {
    const before = known?.around === around ? known : undefined;
    const moved = before && !isSeenOther ? afterMoves(before, versions) : undefined;
    const found: Found =
      (before && moved && { ...before, byFile: moved }) ??
      (before && afterEdits(before, versions, around)) ??
      keptOrRun(versions, around, isOnDisk);
    isSeenOther = false;
    for (const answers of found.byFile.values())
      for (const { finding, moves } of answers) movesOf.set(finding, moves);
    return { ...found, versions, around };
  };

  return {
    of: (file, versions, around, isOnDisk = false) => {
      if (known?.versions !== versions || known.around !== around || isSeenOther) {
        const summary = versions.get(file)?.summary();
        if (!summary || holdsNothing(summary)) return [];
        known = update(versions, around, isOnDisk);
      }
      return (known.byFile.get(file) ?? []).map(({ finding }) => finding);
    },
    seen: () => known?.seen ?? nothing,
    seenChanged: () => {
      isSeenOther = true;
    },
    suggestions: (finding, text) => suggestionsFor(movesOf.get(finding) ?? [], finding, text),
  };
}

const nothing: readonly Seen[] = [];

const linked = (summaries: Summaries, resolve: Resolve): Program =>
  programOf(new Map([...summaries].sort(([a], [b]) => (a < b ? -1 : 1))), resolve);

const analysisOf = (
  { config, catalogs, data }: Surroundings,
  what: Pick<AnalyzeInput, 'program' | 'files' | 'asksSink' | 'keepsReads'>,
): Analysis => analyze({ ...what, catalogs, config, matchesFile, data: () => data });

/** A finding stands at a call, at a text, or at a comment: a file without those has none, whatever the others hold. */
function holdsNothing(summary: ModuleSummary): boolean {
  if (summary.calls.length > 0 || summary.comments.length > 0 || summary.classes.length > 0) return false;
  return !hasText(summary.bindings) && !hasText(summary.exports) && !hasText(summary.functions);
}

function hasText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, at } = value as Partial<Extract<Expr, { kind: 'literal' }>>;
  if (kind === 'literal' && at) return true;
  return Object.values(value).some(hasText);
}

/** The answers as they are when edits only moved places of some files; undefined when they did more. */
function afterMoves({ versions: before, byFile, around }: Known, after: Versions): ByFile | undefined {
  if (before.size !== after.size) return undefined;
  const moves = new Map<string, Moved>();
  for (const [file, version] of after) {
    const old = before.get(file);
    if (old?.hash === version.hash) continue;
    const [was, is] = [old?.summary(), version.summary()];
    if (old?.isRead() && !was && !is && version.isRead()) continue;
    const moved = was && is && movedOffsets(was, is);
    if (!moved) return undefined;
    moves.set(file, moved);
  }
  if (moves.size === 0) return byFile;
  const answers = [...byFile.values()].flat();
  // Names of unnamed things hold their lines.
  const texts = JSON.stringify([
    around.config,
    answers.map(({ finding: { message, data } }) => [message, data]),
  ]);
  if ([...moves.keys()].some((file) => texts.includes(`${file}:`))) return undefined;
  const moved = answers.flatMap((answer) => {
    const finding = movedFinding(answer.finding, moves);
    return finding ? [{ ...answer, finding }] : [];
  });
  return moved.length === answers.length ? grouped(moved) : undefined;
}

function movedFinding(finding: Finding, moves: ReadonlyMap<string, Moved>): Finding | undefined {
  const primary = movedSpan(finding.primary, moves);
  const related = finding.related.map(({ span, note }) => ({ span: movedSpan(span, moves), note }));
  if (!primary) return undefined;
  const known = related.flatMap(({ span, note }) => (span ? [{ span, note }] : []));
  return known.length === related.length ? { ...finding, primary, related: known } : undefined;
}

function movedSpan(span: Span, moves: ReadonlyMap<string, Moved>): Span | undefined {
  const moved = moves.get(span.file);
  if (!moved) return span;
  if (span.isPosition) return undefined;
  const [start, end] = [moved.start(span.start), moved.end(span.end)];
  return start === undefined || end === undefined ? undefined : { ...span, start, end };
}

const answersIn = (analysis: Analysis): Answer[] =>
  analysis.findings.map((finding) => ({ finding, moves: movesFor(analysis, finding) }));

function grouped(answers: readonly Answer[]): ByFile {
  const out = new Map<string, Answer[]>();
  for (const answer of answers) {
    const { file } = answer.finding.primary;
    const own = out.get(file);
    if (own) own.push(answer);
    else out.set(file, [answer]);
  }
  return out;
}
