import type { Analysis } from '../analyze/analyze.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import { givesToSame, reachesBeyond, tellingFiles } from '../nearby/beyond-imports.js';
import { bothGraphs, importGraph, importedBy, partOf, usersOf } from '../nearby/import-graph.js';
import type { Program } from '../program/program.js';
import { isAffected, restrictToChange } from './restrict.js';
import { about, saidBy, type Said } from './said.js';

/** A state of a program, and how a part of it is analyzed: `files` are those whose calls are looked at. */
export interface NearState {
  readonly program: Program;
  readonly analyze: (part: Program, files: ReadonlySet<string>) => Analysis;
}

/** Looking at a part first is worth it where so many files are left out. */
const worthLeaving = 400;

/** What files near a change show. */
export interface Near {
  /** What the change does. */
  readonly shown: Analysis;
  /** All that is said of `files` now. */
  readonly said: Said;
  readonly files: ReadonlySet<string>;
}

/**
 * What a change does, seen from the files that use the changed ones alone. Undefined where that touches what is judged
 * over the whole project: a provider's requests, scopes that are asked for, load, any finding. Most changes of a large
 * project don't. `known` is what was found in the whole project before: a part that says something else doesn't tell.
 */
export function lookNear(
  now: NearState,
  before: NearState & { readonly known: Said['findings'] },
  changed: ReadonlySet<string>,
  leaving = worthLeaving,
): Near | undefined {
  const graph = bothGraphs(importGraph(now.program), importGraph(before.program));
  const files = usersOf(graph, changed);
  const programs = [now.program, before.program] as const;
  if (programs.some((program) => reachesBeyond(program, files, changed))) return undefined;
  if (!givesToSame(...programs, changed)) return undefined;
  const imported = importedBy(graph, files);
  const part = partOf(now.program, imported);
  if (now.program.files.length - part.files.length < leaving) return undefined;
  const found = now.analyze(part, new Set([...files, ...tellingFiles(now.program, imported)]));
  if (touchesProvider(found, changed)) return undefined;
  const old = before.analyze(partOf(before.program, imported), found.files);
  const said = saidBy(old);
  if (
    touchesProvider(old, changed) ||
    textOf(about(said.findings, files)) !== textOf(about(before.known, files))
  )
    return undefined;
  // What only led to other files before is looked at without that too.
  const again = old.files.size === found.files.size ? found : now.analyze(part, old.files);
  if (again.files.size > old.files.size || judgedBy(again) !== judgedBy(old)) return undefined;
  if (saidOfOthers(again, files) !== saidOfOthers(old, files)) return undefined;
  return { shown: restrictToChange(again, said, changed, true), said: saidBy(again), files };
}

/** What requests and findings say that have nothing to do with some files: in a part, their callers may be missing. */
const saidOfOthers = ({ findings, requests }: Analysis, files: ReadonlySet<string>): string => {
  const said = saidBy({
    findings: findings.filter((f) => !files.has(f.primary.file)),
    requests: requests.filter((r) => !isAffected(r, files)),
  });
  return textOf([...said.findings, ...said.requests]);
};

const textOf = (statements: Said['findings']): string =>
  statements
    .map(([, key]) => key)
    .sort()
    .join('\n');

/** Whether a request that has to do with the change is, or may be, a provider's: without a known URL others may show it. */
const touchesProvider = ({ requests }: Analysis, changed: ReadonlySet<string>): boolean =>
  requests.some(
    (r) =>
      isAffected(r, changed) &&
      (isProviders(r) || (r.match.kind === 'unmatched' && r.match.reason === 'unresolved-url')),
  );

const isProviders = ({ match }: AnalyzedRequest): boolean =>
  'provider' in match && match.provider !== undefined;

/** All that statements about the whole project rest on. */
const judgedBy = ({ findings, suppressed, requests, asked, load }: Analysis): string =>
  JSON.stringify([
    saidBy({ findings, requests: requests.filter(isProviders) }),
    suppressed.length,
    asked,
    load.rows,
  ]);
