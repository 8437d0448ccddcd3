import { analyze } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import type { Facts } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { DataFile } from '../model/data-file.js';
import type { Finding } from '../model/finding.js';
import type { Expr, ModuleSummary } from '../model/module-summary.js';
import type { Span } from '../model/span.js';
import { createResolver } from '../syntax/resolve.js';
import { matchesFile } from './files.js';
import { movedOffsets, type Moved } from './moved.js';
import { inListing } from './resolve-listed.js';
import { suggestionsFor, type Suggestion } from './suggestions.js';

type Summaries = ReadonlyMap<string, ModuleSummary>;
type Resolve = ReturnType<typeof inListing>;
type ByFile = ReadonlyMap<string, readonly Finding[]>;

/** What an analysis depends on besides the code. An equal object means equal content. */
export interface Surroundings {
  readonly config: Config;
  readonly catalogs: readonly Catalog[];
  readonly data: readonly DataFile[];
  readonly packageFiles: readonly string[];
}

/** Findings of a project that changes, analyzed no oftener than a change can matter. */
export interface Answers {
  readonly of: (file: string, summaries: Summaries, around: Surroundings) => readonly Finding[];
  /** What would mend one of the last findings in its own file, whose text is `text`. */
  readonly suggestions: (finding: Finding, text: string) => readonly Suggestion[];
}

/** Keeps the last analysis of a project; `root` is absolute and real. */
export function createAnswers(root: string): Answers {
  let known: { readonly summaries: Summaries; readonly around: Surroundings; byFile: ByFile } | undefined;
  let facts: Facts | undefined;
  /** Findings whose places moved since, with those that the analysis made. */
  const origins = new WeakMap<Finding, Finding>();
  let resolver:
    | { readonly files: string; readonly packageFiles: readonly string[]; readonly resolve: Resolve }
    | undefined;

  const resolverFor = (summaries: Summaries, packageFiles: readonly string[]): Resolve => {
    const files = [...summaries.keys()].sort().join('\n');
    if (resolver?.files !== files || resolver.packageFiles !== packageFiles) {
      const set = new Set(summaries.keys());
      resolver = {
        files,
        packageFiles,
        resolve: remembered(inListing(createResolver(root, set, packageFiles), set)),
      };
    }
    return resolver.resolve;
  };

  const run = (summaries: Summaries, { config, catalogs, data, packageFiles }: Surroundings): ByFile => {
    const sorted = [...summaries.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
    const program = programOf(sorted, resolverFor(summaries, packageFiles));
    const analysis = analyze({ program, catalogs, config, matchesFile, data });
    facts = analysis;
    return grouped(analysis.findings);
  };

  return {
    of: (file, summaries, around) => {
      const summary = summaries.get(file);
      if (!summary || holdsNothing(summary)) return [];
      const byFile =
        (known?.around === around
          ? afterMoves(known.byFile, origins, known.summaries, summaries, around)
          : undefined) ?? run(summaries, around);
      known = { summaries, around, byFile };
      return byFile.get(file) ?? [];
    },
    suggestions: (finding, text) =>
      facts ? suggestionsFor(facts, origins.get(finding) ?? finding, finding, text) : [],
  };
}

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

/** The findings as they are when edits only moved places of some files; undefined when they did more. */
function afterMoves(
  byFile: ByFile,
  origins: WeakMap<Finding, Finding>,
  before: Summaries,
  after: Summaries,
  { config }: Surroundings,
): ByFile | undefined {
  if (before === after) return byFile;
  if (before.size !== after.size) return undefined;
  const moves = new Map<string, Moved>();
  for (const [file, summary] of after) {
    const old = before.get(file);
    if (old === summary) continue;
    const moved = old && movedOffsets(old, summary);
    if (!moved) return undefined;
    moves.set(file, moved);
  }
  if (moves.size === 0) return byFile;
  const findings = [...byFile.values()].flat();
  // Names of unnamed things hold their lines.
  const texts = JSON.stringify([config, findings.map(({ message, data }) => [message, data])]);
  if ([...moves.keys()].some((file) => texts.includes(`${file}:`))) return undefined;
  const moved = findings.map((finding) => {
    const now = movedFinding(finding, moves);
    if (now) origins.set(now, origins.get(finding) ?? finding);
    return now;
  });
  return moved.every((finding) => finding !== undefined) ? grouped(moved) : undefined;
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

function grouped(findings: readonly Finding[]): ByFile {
  const out = new Map<string, Finding[]>();
  for (const finding of findings) {
    const own = out.get(finding.primary.file);
    if (own) own.push(finding);
    else out.set(finding.primary.file, [finding]);
  }
  return out;
}

/** Asks the disk once for each specifier, but for data files, whose content may change. */
function remembered(resolve: Resolve): Resolve {
  const known = new Map<string, ReturnType<Resolve>>();
  return (from, specifier) => {
    const key = `${from}\0${specifier}`;
    const earlier = known.get(key);
    if (earlier) return earlier;
    const found = resolve(from, specifier);
    if (found.kind !== 'data' && !specifier.endsWith('.json')) known.set(key, found);
    return found;
  };
}
