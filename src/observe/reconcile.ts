import { match } from '../match/match.js';
import { buildPathIndex, type ConfiguredServers } from '../match/path-index.js';
import type { AbstractString } from '../model/abstract-string.js';
import type { Catalog } from '../model/catalog.js';
import { confidenceRank, type Confidence } from '../model/finding.js';
import { toHttpMethod } from '../model/http-method.js';
import type { Match } from '../model/match.js';
import type { Observation, SeenAt, SeenOperation, SeenRequest } from '../model/observed.js';
import type { Report, ReportPlace } from '../model/report.js';
import { authorizedScopes, authorizes, closeImplications, type Implications } from '../scopes/implication.js';
import { alternativesOf, type Alternatives } from '../scopes/requirement.js';
import { tally, type Tallied } from './tally.js';

export interface ReconcileInput {
  readonly seen: readonly { readonly file: string; readonly requests: readonly SeenRequest[] }[];
  readonly report: Report;
  readonly catalogs: readonly Catalog[];
  readonly servers: ConfiguredServers;
  /** Hosts of the recordings that serve an API, whatever the catalogs say. */
  readonly hosts: ReadonlySet<string>;
  readonly minConfidence: Confidence;
}

/** Puts what was seen at run time beside what was found in the code. */
export function reconcile(input: ReconcileInput): Observation {
  const { catalogs, report, minConfidence } = input;
  const index = buildPathIndex(catalogs, input.servers);
  const isSure = ({ confidence }: { readonly confidence: Confidence }): boolean =>
    confidenceRank[confidence] >= confidenceRank[minConfidence];
  const inCode = callsByOperation(report, isSure);
  const grouped = new Map<string, Group>();
  const undocumented = new Map<string, { requests: number; nearest: string | null; first: SeenAt }>();
  const foreign = new Map<string, number>();
  let unsure = 0;
  for (const one of tally(input.seen)) {
    const method = toHttpMethod(one.method);
    // Browsers ask before they send: that is no call of anybody's code.
    if (!method || (method === 'OPTIONS' && !index.methods.includes('OPTIONS'))) continue;
    const best = strongest(match(index, { url: urlOf(one, input.hosts), methods: [method] }));
    if (best === undefined || best.kind === 'foreign') add(foreign, one.host ?? 'unknown host', one.count);
    else if (!isSure(best)) unsure += one.count;
    else if (best.kind === 'unmatched') {
      const request = `${method} ${one.host ?? ''}${one.path}`;
      const known = undocumented.get(request);
      undocumented.set(request, {
        requests: (known?.requests ?? 0) + one.count,
        nearest: best.nearest ?? null,
        first: known?.first ?? one.first,
      });
    } else {
      const operations = best.kind === 'matched' ? [best.operation] : best.operations;
      const key = `${best.provider}\0${operations.join('\0')}`;
      const known = grouped.get(key);
      grouped.set(key, {
        provider: best.provider,
        operations,
        requests: (known?.requests ?? 0) + one.count,
        refused: (known?.refused ?? 0) + one.refused,
        first: known?.first ?? one.first,
      });
    }
  }
  const authority = authorityOf(input);
  const operations = [...grouped.values()]
    .map((group) => seenOperation(group, inCode, authority))
    .sort(byRequests);
  const found = operations.filter((one) => one.found);
  const [requests, foundRequests] = [sum(operations), sum(found)];
  return {
    summary: {
      requests,
      foreign: [...foreign.values()].reduce((a, b) => a + b, 0),
      unsure,
      operations: operations.length,
      found: found.length,
      recall: share(found.length, operations.length),
      requestRecall: share(foundRequests, requests),
    },
    operations,
    undocumented: [...undocumented]
      .map(([request, rest]) => ({ request, ...rest }))
      .sort((a, b) => b.requests - a.requests || compare(a.request, b.request)),
    notSeen: notSeen(inCode, operations),
    credentials: neverExercised(report, operations, authority),
    foreignHosts: [...foreign]
      .map(([host, count]) => ({ host, requests: count }))
      .sort((a, b) => b.requests - a.requests || compare(a.host, b.host)),
  };
}

type Group = Pick<SeenOperation, 'provider' | 'operations' | 'requests' | 'refused' | 'first'>;

/** Calls in the code by provider and operation, in order. */
type Calls = ReadonlyMap<
  string,
  { readonly provider: string; readonly operation: string; readonly calls: readonly ReportPlace[] }
>;

function callsByOperation(
  report: Report,
  isSure: (r: { readonly confidence: Confidence }) => boolean,
): Calls {
  const out = new Map<string, { provider: string; operation: string; calls: ReportPlace[] }>();
  for (const request of report.requests) {
    const { provider, operation, candidates, file, line, column } = request;
    if (provider === null || !isSure(request)) continue;
    for (const one of operation === null ? candidates : [operation]) {
      const known = out.get(`${provider}\0${one}`) ?? { provider, operation: one, calls: [] };
      if (!known.calls.some((at) => at.file === file && at.line === line && at.column === column))
        known.calls.push({ file, line, column });
      out.set(`${provider}\0${one}`, known);
    }
  }
  return out;
}

/** A recorded URL. Where the host is not known, or was said to serve an API, it may be anybody's. */
function urlOf({ host, path }: Tallied, hosts: ReadonlySet<string>): AbstractString {
  const text = host === undefined || hosts.has(host) ? path : `https://${host}${path}`;
  const anyHost = {
    kind: 'hole',
    reason: 'parameter',
    name: 'host',
    at: { file: '', start: 0, end: 0 },
  } as const;
  return [...(text === path ? [anyHost] : []), { kind: 'text', text }];
}

const kindRank = { matched: 3, ambiguous: 2, unmatched: 1, foreign: 0 } as const;
const strongest = (matches: readonly Match[]): Match | undefined =>
  [...matches].sort((a, b) => kindRank[b.kind] - kindRank[a.kind])[0];

/** What the docs ask for an operation, and what was granted. */
interface Authority {
  readonly anyOf: (provider: string, operation: string) => Alternatives | null;
  readonly implications: (provider: string) => Implications;
  readonly isGranted: (provider: string, anyOf: Alternatives) => boolean | null;
}

function authorityOf({ catalogs, report }: ReconcileInput): Authority {
  const byProvider = new Map(
    catalogs.map((catalog) => [
      catalog.provider,
      {
        catalog,
        operations: new Map(catalog.operations.map((operation) => [operation.id, operation])),
        implications: closeImplications(catalog.scopes),
      },
    ]),
  );
  const implications = (provider: string): Implications =>
    byProvider.get(provider)?.implications ?? closeImplications([]);
  return {
    implications,
    anyOf: (provider, id) => {
      const known = byProvider.get(provider);
      const operation = known?.operations.get(id);
      if (!known || !operation) return null;
      const anyOf = alternativesOf(operation.security, known.catalog.schemes);
      return anyOf === 'undocumented' ? null : anyOf;
    },
    isGranted: (provider, anyOf) => {
      const held = report.credentials.filter((c) => c.provider === provider && c.grantsKnown);
      if (held.length === 0) return null;
      return held.some(({ granted }) => authorizes(authorizedScopes(implications(provider), granted), anyOf));
    },
  };
}

function seenOperation(group: Group, inCode: Calls, { anyOf, isGranted }: Authority): SeenOperation {
  const calls = group.operations.flatMap((one) => inCode.get(`${group.provider}\0${one}`)?.calls ?? []);
  const [only] = group.operations;
  const security = group.operations.length === 1 && only !== undefined ? anyOf(group.provider, only) : null;
  return {
    ...group,
    found: calls.length > 0,
    calls,
    security,
    granted: security === null ? null : isGranted(group.provider, security),
  };
}

function notSeen(inCode: Calls, operations: readonly SeenOperation[]): Observation['notSeen'] {
  const seen = new Set(
    operations.flatMap((one) => one.operations.map((operation) => `${one.provider}\0${operation}`)),
  );
  return [...inCode]
    .filter(([key]) => !seen.has(key))
    .map(([, call]) => call)
    .sort((a, b) => compare(a.provider, b.provider) || compare(a.operation, b.operation));
}

/** A granted scope was exercised when some seen request could have been authorized by it, itself or by what it implies. */
function neverExercised(
  report: Report,
  operations: readonly SeenOperation[],
  { implications }: Authority,
): Observation['credentials'] {
  return report.credentials
    .filter(({ grantsKnown }) => grantsKnown)
    .map(({ name, provider, granted }) => {
      const used = new Set(
        operations.flatMap((one) => (one.provider === provider ? (one.security ?? []).flat() : [])),
      );
      const isUsed = (scope: string): boolean =>
        [...implications(provider).of(scope)].some((implied) => used.has(implied));
      return { name, provider, neverExercised: granted.filter((scope) => !isUsed(scope)) };
    });
}

const sum = (operations: readonly SeenOperation[]): number =>
  operations.reduce((total, { requests }) => total + requests, 0);
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byRequests = (a: SeenOperation, b: SeenOperation): number =>
  b.requests - a.requests || compare(a.operations.join(), b.operations.join());
function add(map: Map<string, number>, key: string, count: number): void {
  map.set(key, (map.get(key) ?? 0) + count);
}
