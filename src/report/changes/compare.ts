import type {
  LoadVerdict,
  Report,
  ReportCredential,
  ReportFinding,
  ReportLoad,
  ReportPlace,
} from '../../model/report.js';
import { by, sorted } from '../format/compare.js';
import { countedBy } from '../plot/bar.js';

type Place = Pick<ReportPlace, 'file' | 'line'>;

/** A scope that joined or left a credential's least set, with the calls on the side that has them. */
export interface ScopeChange {
  readonly scope: string;
  readonly operations: readonly string[];
  readonly calls: readonly Place[];
  /** Whether the credential holds it, after the change. */
  readonly granted: boolean;
}

export interface CredentialChange {
  readonly name: string;
  readonly provider: string;
  readonly added: readonly ScopeChange[];
  readonly removed: readonly ScopeChange[];
  /** Operations that are called now and weren't, or were and aren't. */
  readonly operations: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

export interface Amounts {
  readonly expected: number | null;
  readonly high: number | null;
  readonly verdict: LoadVerdict;
}

/** A limit whose load is another one; null where a side doesn't reach the limit at all. */
export interface LoadChange {
  readonly limit: string;
  readonly provider: string;
  readonly what: string | null;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly before: Amounts | null;
  readonly after: Amounts | null;
}

/** What a change of the code does to privilege and load. */
export interface ReportChanges {
  readonly credentials: readonly CredentialChange[];
  readonly load: readonly LoadChange[];
  readonly findings: { readonly added: readonly ReportFinding[]; readonly removed: readonly ReportFinding[] };
}

export function compareReports(before: Report, after: Report): ReportChanges {
  return {
    credentials: credentialChanges(before, after),
    load: loadChanges(before.load, after.load),
    findings: {
      added: without(after.findings, before.findings),
      removed: without(before.findings, after.findings),
    },
  };
}

/** Whether a credential needs a scope that it didn't need before. */
export const needsNewScopes = ({ credentials }: ReportChanges): boolean =>
  credentials.some(({ added }) => added.length > 0);

const without = (
  those: readonly ReportFinding[],
  these: readonly ReportFinding[],
): readonly ReportFinding[] => {
  const known = new Set(these.map(({ fingerprint }) => fingerprint));
  return those.filter(({ fingerprint }) => !known.has(fingerprint));
};

function credentialChanges(before: Report, after: Report): readonly CredentialChange[] {
  const keyOf = (c: ReportCredential): string => JSON.stringify([c.name, c.provider]);
  const old = new Map(before.credentials.map((c) => [keyOf(c), c]));
  const now = new Map(after.credentials.map((c) => [keyOf(c), c]));
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((key): CredentialChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const one = is ?? was;
    if (!one) return [];
    const granted = new Set(is?.granted ?? []);
    const called = { before: operationsOf(one, before), after: operationsOf(one, after) };
    const change = {
      name: one.name,
      provider: one.provider,
      added: scopesOnlyIn(is, was, after, granted),
      removed: scopesOnlyIn(was, is, before, granted),
      operations: {
        added: [...called.after].filter((o) => !called.before.has(o)).sort(),
        removed: [...called.before].filter((o) => !called.after.has(o)).sort(),
      },
    };
    const { added, removed, operations } = change;
    const size = added.length + removed.length + operations.added.length + operations.removed.length;
    return size === 0 ? [] : [change];
  });
  return sorted(
    changes,
    by(
      (c) => c.name,
      (c) => c.provider,
    ),
  );
}

const requestsOf = ({ name, provider }: ReportCredential, report: Report): Report['requests'] =>
  report.requests.filter((r) => r.credential === name && r.provider === provider && r.operation !== null);

const operationsOf = (credential: ReportCredential, report: Report): ReadonlySet<string> =>
  new Set(requestsOf(credential, report).flatMap(({ operation }) => operation ?? []));

function scopesOnlyIn(
  one: ReportCredential | undefined,
  other: ReportCredential | undefined,
  report: Report,
  granted: ReadonlySet<string>,
): readonly ScopeChange[] {
  if (!one) return [];
  return one.least
    .filter((scope) => !(other?.least.includes(scope) ?? false))
    .map((scope) => {
      const operations = Object.hasOwn(one.because, scope) ? (one.because[scope] ?? []) : [];
      const calls = requestsOf(one, report)
        .filter(({ operation }) => operation !== null && operations.includes(operation))
        .map(({ file, line }) => ({ file, line }));
      return { scope, operations, calls, granted: granted.has(scope) };
    });
}

function loadChanges(before: readonly ReportLoad[], after: readonly ReportLoad[]): readonly LoadChange[] {
  const keyOf = (l: ReportLoad): string =>
    JSON.stringify([
      l.provider,
      l.limit,
      l.operation,
      l.pathGlob,
      l.account,
      l.credential,
      l.environment,
      l.windowSeconds,
    ]);
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const now = new Map(after.map((row) => [keyOf(row), row]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): LoadChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const one = is ?? was;
    const [a, b] = [amounts(was), amounts(is)];
    if (!one || JSON.stringify(a) === JSON.stringify(b)) return [];
    const { limit, provider, quota, windowSeconds } = one;
    return [{ limit, provider, what: countedBy(one) ?? null, quota, windowSeconds, before: a, after: b }];
  });
}

const amounts = (row: ReportLoad | undefined): Amounts | null =>
  row ? { expected: row.expected, high: row.high, verdict: row.verdict } : null;
