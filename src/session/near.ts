import type { Analysis } from '../analyze/analyze.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import { importGraph, partOf, usersOf } from '../program/nearby.js';
import type { Program } from '../program/program.js';
import { isAffected, restrictToChange } from './restrict.js';
import { saidBy } from './said.js';

/** A state of a program, and how a part of it is analyzed: `files` are those whose calls are looked at. */
export interface NearState {
  readonly program: Program;
  readonly analyze: (part: Program, files: ReadonlySet<string>) => Analysis;
}

/** Looking at a part first is worth it where so many files are left out. */
const worthLeaving = 400;

/**
 * What a change does, seen from the files that use the changed ones alone. Undefined where that touches what is judged
 * over the whole project: a provider's requests, scopes that are asked for, load, any finding. Most changes of a large
 * project don't.
 */
export function lookNear(
  now: NearState,
  before: NearState,
  changed: ReadonlySet<string>,
): Analysis | undefined {
  const graphs = { now: importGraph(now.program), before: importGraph(before.program) };
  const users = new Set([...usersOf(graphs.now, changed), ...usersOf(graphs.before, changed)]);
  const part = partOf(now.program, graphs.now, users);
  if (now.program.files.length - part.files.length < worthLeaving) return undefined;
  const found = now.analyze(part, users);
  if (touchesProvider(found, changed)) return undefined;
  const old = before.analyze(partOf(before.program, graphs.before, users), users);
  if (touchesProvider(old, changed) || judgedBy(found) !== judgedBy(old)) return undefined;
  return restrictToChange(found, saidBy(old), changed, true);
}

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
