import type { AnalyzedRequest, Facts, UnreadFile } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { DataFile } from '../model/data-file.js';
import type { ClientRequest } from '../model/client-request.js';
import type { Config } from '../model/config.js';
import type { Confidence, Finding, SuppressedFinding } from '../model/finding.js';
import type { GrantList } from '../model/grant-list.js';
import type { Match } from '../model/match.js';
import type { Span } from '../model/span.js';
import { spanKey } from '../model/span-key.js';
import type { TypeQuestion } from '../model/type-question.js';
import { positionAt } from '../model/position.js';
import { declaredClient } from '../clients/declared.js';
import { clientModels } from '../clients/index.js';
import { prepareChanges } from '../clients/instance-changes.js';
import { findRequests, openProgram, type OpenedProgram } from '../clients/find-requests.js';
import type { Identify } from '../clients/candidate.js';
import { findGrantLists } from '../grants/find-lists.js';
import { attribute, type FileMatcher } from '../grants/attribute.js';
import { manifestLists, withEnvironment } from '../grants/manifests/index.js';
import { joinUserTokens } from '../grants/user-tokens.js';
import { buildPathIndex, type PathIndex } from '../match/path-index.js';
import { corroborate } from '../match/corroborate.js';
import { match } from '../match/match.js';
import { modulesIn, type Program } from '../program/program.js';
import { findUnreached, type IsUnreached, type RepositoryTexts } from '../program/unreached.js';
import { finishIndexes } from '../values/all-indexes.js';
import { noteKey, readKey } from '../values/reads.js';
import { readThings, type ReadThings } from '../values/read-things.js';
import { checkFacts } from '../findings/check.js';
import { suppress } from '../findings/suppress.js';
import { credentialFacts } from './credentials.js';
import { notePartsInLoad } from '../load/part-in-load.js';
import { loadFacts } from './load.js';
import { unknownReceivers } from './unknown-receivers.js';

export interface AnalyzeInput {
  readonly program: Program;
  readonly catalogs: readonly Catalog[];
  readonly config: Config;
  readonly matchesFile: FileMatcher;
  /** Reads the data files that may list scopes, or say when code runs. */
  readonly data?: () => readonly DataFile[];
  /** Requests of less confidence make no load; `medium` when it isn't said. */
  readonly minConfidence?: Confidence;
  /** Files that were left out; those with syntax errors are seen in the program. */
  readonly leftOut?: readonly string[];
  /** ISO date on which suppressions may have expired; the day of the run when it isn't said. */
  readonly today?: string;
  /** Requests say where their method and URL come from. */
  readonly trace?: boolean;
  /** The texts of the repository, to tell code that nothing starts; without them all code counts as reached. */
  readonly texts?: RepositoryTexts;
  /** The files whose calls are looked at, with those that they lead to; all, when they aren't given. */
  readonly files?: ReadonlySet<string>;
  /** The analysis says what it rests on. */
  readonly keepsReads?: boolean;
  /** The client's calls (`callKey`) that are asked for their requests; all, when it isn't said. */
  readonly asksSink?: (sink: string) => boolean;
  /** Says what receivers are that the code doesn't show: the same program, with their types. */
  readonly withTypes?: (
    questions: readonly TypeQuestion[],
    clientTypes: ReadonlySet<string>,
  ) => Program | undefined;
}

export interface Analysis extends Facts {
  /** The files whose calls were looked at. */
  readonly files: ReadonlySet<string>;
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  /** The last day on which the same is found, where a suppression ends. */
  readonly through?: string;
  /** What the code asks a user or a server for, where some request may need it or only some files are looked at. */
  readonly asked: readonly GrantList[];
  /** What the answers rest on, where that was asked for. */
  readonly reads?: ReadThings;
}

/** From summaries, catalogs and config to findings: pure but for the default of `today`, the only place that joins the stages. */
export function analyze({
  program: untyped,
  catalogs,
  config,
  matchesFile,
  data = () => [],
  minConfidence = 'medium',
  leftOut = [],
  today = new Date().toISOString().slice(0, 10),
  texts,
  trace = false,
  files,
  keepsReads = false,
  asksSink = () => true,
  withTypes,
}: AnalyzeInput): Analysis {
  let built: PathIndex | undefined;
  const index = (): PathIndex => (built ??= buildPathIndex(catalogs, config.servers));
  const look = lookUps(index);
  const models = [...config.clients.map(declaredClient), ...clientModels];
  let opened = openProgram(untyped, models, trace, files, keepsReads);
  let found = findRequests(untyped, { ...look, models, opened, asksSink });
  const typed = withTypes?.(unknownReceivers(opened, found), opened.m.clientTypes);
  if (typed) {
    opened = openProgram(typed, models, trace, files, keepsReads);
    found = findRequests(typed, { ...look, models, opened, asksSink });
  }
  const program = typed ?? untyped;
  if (opened.m.reads) finishReads(opened, files);
  const isUnreached = texts ? findUnreached(program, texts) : () => false;
  const matches = corroborate(
    found.map((request) => ({
      url: request.url,
      tokens: tokensOf(request),
      matches: match(index(), request),
    })),
  );
  const requests = found.flatMap((request, i) =>
    (matches[i] ?? []).flatMap((one) =>
      attributed(request, one, { config, catalogs, matchesFile, program, isUnreached }),
    ),
  );
  const isUsed = requests.some(({ credential }) => credential !== undefined);
  const manifests = isUsed ? manifestLists(data()) : [];
  const asked =
    isUsed || files ? [...findGrantLists(opened), ...found.flatMap((r) => r.requested ?? [])] : [];
  const lists = isUsed ? [...withEnvironment(asked, manifests), ...manifests] : [];
  const distinct = distinctOperations(joinUserTokens(requests, catalogs, config, lists));
  const reached = distinct.filter(({ request }) => request.unreachable !== true);
  const load = loadFacts({ opened, requests: reached, catalogs, config, minConfidence, data });
  const facts: Facts = { requests: distinct, credentials: [], catalogs, config, load, matchesFile };
  const withCredentials: Facts = {
    ...facts,
    credentials: credentialFacts(
      distinct,
      catalogs,
      config,
      lists,
      matchesFile,
      unreadFiles(program, leftOut),
    ),
  };
  return {
    ...withCredentials,
    files: opened.graph.files,
    asked,
    ...(opened.m.reads && { reads: readThings(opened.m.reads, opened.m.program) }),
    ...suppress(checkFacts(withCredentials), modulesIn(program), config, today),
  };
}

/** Has it written down of each file, too, what others may ask for later. */
function finishReads({ m, graph }: OpenedProgram, files: ReadonlySet<string> = new Set()): void {
  for (const { file, syntaxErrors, comments } of modulesIn(m.program)) {
    if (syntaxErrors.length > 0) noteKey(m, 'unread', '', file);
    if (comments.length > 0) noteKey(m, 'comments', '', file);
  }
  readKey(m, 'unread', '');
  readKey(m, 'comments', '');
  finishIndexes(m);
  prepareChanges(m);
  notePartsInLoad(m, graph, files);
}

/** What the catalogs say of requests while they are looked for: asked for each context of one, each URL is looked up once. */
function lookUps(index: () => PathIndex): {
  identify: Identify;
  mayBeKnown: (request: Requested) => boolean;
} {
  const known = new Map<string, { operation: string | undefined; mayBeKnown: boolean }>();
  const lookUp = ({ methods, url }: Requested) => {
    const key = JSON.stringify([methods, url.map((p) => (p.kind === 'text' ? p.text : [p.name, p.reason]))]);
    const before = known.get(key);
    if (before) return before;
    const found = match(index(), { url, methods });
    const answer = { operation: sureOperation(found), mayBeKnown: found.some(mayBeProviders) };
    known.set(key, answer);
    return answer;
  };
  return {
    identify: (request) => lookUp(request).operation,
    mayBeKnown: (request) => lookUp(request).mayBeKnown,
  };
}

type Requested = Parameters<Identify>[0];

/** The operation that a request surely is. */
function sureOperation(found: readonly Match[]): string | undefined {
  const [only] = found;
  const isSure = found.length === 1 && only?.kind === 'matched' && only.evidence.guessed !== true;
  return isSure ? `${only.provider} ${only.operation}` : undefined;
}

/** Whether it is a provider's, or other requests with its base or its token may show that it is (see `corroborate`). */
export const mayBeProviders = (one: Match): boolean =>
  ('provider' in one && one.provider !== undefined) ||
  (one.kind === 'unmatched' && one.reason === 'unresolved-url');

/** Tokens that are one value wherever they are sent. */
const tokensOf = ({ credentials }: ClientRequest): readonly string[] =>
  credentials.flatMap(({ id, kind }) => (kind === 'env' || kind === 'client-credentials' ? [id] : []));

/** Files that may hold calls which nobody has seen. */
function unreadFiles(program: Program, leftOut: readonly string[]): readonly UnreadFile[] {
  const broken = modulesIn(program).flatMap(({ file, syntaxErrors, lineStarts }) => {
    const [error] = syntaxErrors;
    return error ? [{ file, line: positionAt(lineStarts, error.at[0]).line }] : [];
  });
  return [...leftOut.map((file) => ({ file, line: 1 })), ...broken].sort((a, b) =>
    a.file < b.file ? -1 : 1,
  );
}

function attributed(
  request: ClientRequest,
  one: Match,
  {
    config,
    catalogs,
    matchesFile,
    program,
    isUnreached,
  }: Pick<AnalyzeInput, 'config' | 'catalogs' | 'matchesFile' | 'program'> & { isUnreached: IsUnreached },
): AnalyzedRequest[] {
  const confidence: Confidence = one.kind === 'foreign' ? 'high' : one.confidence;
  const provider = 'provider' in one ? one.provider : undefined;
  const [outermost] = request.chain;
  const isDead =
    provider !== undefined && outermost !== undefined && isUnreached(outermost.file, outermost.call);
  const own = { ...request, methods: one.methods, ...(isDead ? { unreachable: true as const } : {}) };
  if (provider === undefined || takesOtherToken(one, catalogs))
    return [{ request: own, match: one, confidence, credential: undefined }];
  const placeOf = ({ file, start }: Span): string => {
    const starts = program.modules.get(file)?.lineStarts ?? [];
    return `${file}:${positionAt(starts, start).line}`;
  };
  const names = attribute(request, provider, config.credentials, matchesFile, placeOf);
  const isOneOf = request.credentials.some(({ ofInstances }) => ofInstances === true);
  return names.map((credential) => ({
    request: own,
    match: one,
    confidence,
    credential,
    ...(isOneOf ? { isOneOf } : {}),
  }));
}

/** Whether the operation takes a token that another call gave: such a call belongs to no OAuth credential. */
function takesOtherToken(one: Match, catalogs: readonly Catalog[]): boolean {
  if (one.kind !== 'matched') return false;
  const catalog = catalogs.find(({ provider }) => provider === one.provider);
  const security = catalog?.operations.find(({ id }) => id === one.operation)?.security;
  if (!catalog || !security || security === 'undocumented' || security.length === 0) return false;
  const types = security.flatMap((requirement) =>
    Object.keys(requirement).map((id) => catalog.schemes[id]?.type),
  );
  return types.length > 0 && types.every((type) => type === 'token');
}

/** One entry for each place, operation and credential: of several URLs the one that says most. */
function distinctOperations(requests: readonly AnalyzedRequest[]): AnalyzedRequest[] {
  const best = new Map<string, AnalyzedRequest>();
  const out: AnalyzedRequest[] = [];
  for (const r of requests) {
    if (r.match.kind !== 'matched') {
      out.push(r);
      continue;
    }
    const key = `${spanKey(r.request.callSite)} ${r.match.provider} ${r.match.operation} ${r.credential ?? ''}`;
    const known = best.get(key);
    if (!known) best.set(key, r);
    else if (known.match.kind === 'matched' && says(r) > says(known)) best.set(key, r);
  }
  const kept = new Set([...best.values(), ...out]);
  return requests.filter((r) => kept.has(r));
}

const says = (r: AnalyzedRequest): number =>
  (r.request.url[0]?.kind === 'text' ? 10 : 0) - r.request.url.filter((p) => p.kind === 'hole').length;
