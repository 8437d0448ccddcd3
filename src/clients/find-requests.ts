import type { AbstractString } from '../model/abstract-string.js';
import type { CallRef, ClientRequest } from '../model/client-request.js';
import type { Span } from '../model/span.js';
import type { Program } from '../program/program.js';
import { buildCallGraph, type CallGraph } from '../values/call-graph.js';
import type { Site } from '../values/outcome.js';
import { callOf, createMachine, startQuestion, type Machine } from '../values/machine.js';
import { normalize, type Part } from '../values/parts.js';
import { spanIn, type OriginHole } from '../values/value.js';
import { pathParts, urlKey, type Candidate, type Identify, type SinkView } from './candidate.js';
import type { ClientModel } from './client-model.js';
import { expandSink, type Context, type Sink } from './expand.js';
import { fillHoles } from './fill.js';
import { clientModels } from './index.js';
import { placeOf } from './place.js';
import { readCredentials } from './credential/read-credentials.js';
import { readHeaders } from './headers.js';
import { inCommon, readSent } from './read-sent.js';

export interface FindOptions {
  readonly identify?: Identify;
  readonly models?: readonly ClientModel[];
  /** The program as `openProgram` opened it with the same models. */
  readonly opened?: OpenedProgram;
}

/** A program that can be asked for values and callers. */
export interface OpenedProgram {
  readonly m: Machine;
  readonly graph: CallGraph;
}

export function openProgram(program: Program, models: readonly ClientModel[] = clientModels): OpenedProgram {
  const m = createMachine(program, new Set(models.flatMap((model) => model.types ?? [])));
  return { m, graph: buildCallGraph(m) };
}

/** Every HTTP request that the program's code can send, at the place that fixes its path. Sorted by place. */
export function findRequests(program: Program, options: FindOptions = {}): ClientRequest[] {
  const models = options.models ?? clientModels;
  const { m, graph } = options.opened ?? openProgram(program, models);
  const requests: ClientRequest[] = [];
  const identify = options.identify ?? (() => undefined);
  for (const sink of sinksOf(graph)) {
    startQuestion(m);
    for (const context of expandSink(m, models, graph, sink, identify))
      requests.push(...requestsOf({ m, graph, models }, context, sink, identify));
  }
  return merge(requests);
}

/** The calls that leave the project; one that is known without a caller needs no caller's view. */
function sinksOf(graph: CallGraph): Sink[] {
  const plain = new Set<string>();
  const key = (s: Site): string => `${s.module.file}/${s.index}`;
  for (const e of graph.external) if (!e.site.activation.from) plain.add(key(e.site));
  return graph.external.filter((e) => !e.site.activation.from || !plain.has(key(e.site)));
}

/** The opened program, and the clients that are looked for in it. */
interface Opened extends OpenedProgram {
  readonly models: readonly ClientModel[];
}

function requestsOf(opened: Opened, context: Context, sink: Sink, identify: Identify): ClientRequest[] {
  const view = context.views.at(-1);
  if (!view) return [];
  const known = preferKnown(view.candidates);
  return known.flatMap((candidate) => {
    const place = placeOf(context, candidate, sink.site, identify);
    // Values of one caller say nothing of the request where an inner call makes it.
    const seen = place.seen?.url[0]?.kind === 'text' ? place.seen : candidate;
    return fillHoles(opened.m, opened.graph, seen.url).map((url) =>
      requestAt(opened, view, { ...seen, url }, place.site, place.via, sink),
    );
  });
}

/** Of a call's URLs those whose path is known; later pages, whose URL comes from a response, are the same call. */
function preferKnown(candidates: readonly Candidate[]): readonly Candidate[] {
  const resolved = candidates.filter((c) => hasPath(c.url));
  const kept = resolved.length === 0 ? candidates : resolved;
  const open = new Set(
    kept.filter((c) => c.methods === 'unknown' && !isOverride(c)).map((c) => urlKey(c.url)),
  );
  const said = new Set(kept.filter((c) => c.methods !== 'unknown').map((c) => urlKey(c.url)));
  // Where any method is possible, a default is no more likely than another.
  return withoutBarePaths(withoutOpenBases(kept)).filter((c) =>
    c.methods === 'unknown' ? !isOverride(c) || !said.has(urlKey(c.url)) : !open.has(urlKey(c.url)),
  );
}

/** Of the same path after a parameter and after the base that is its default, the second. */
function withoutOpenBases(candidates: readonly Candidate[]): readonly Candidate[] {
  const key = (c: Candidate, url: readonly Part[]): string =>
    `${c.methods.toString()} ${urlKey(pathParts(url))}`;
  const [based, open] = [
    candidates.filter((c) => hasHost(c.url)),
    candidates.filter((c) => startsOpen(c.url)),
  ];
  if (based.length === 0 || open.length === 0) return candidates;
  const dropped = new Set<Candidate>(
    open.filter((c) => {
      const tail = urlKey(pathParts(c.url.slice(1)));
      return (
        /[^/]/.test(tail) &&
        based.some((b) => key(b, []) === key(c, []) && urlKey(pathParts(b.url)).endsWith(tail))
      );
    }),
  );
  return candidates.filter((c) => !dropped.has(c));
}

/** Of the same path with a base before it and without one, the first: code tells the two apart by a test that says nothing here. */
function withoutBarePaths(candidates: readonly Candidate[]): readonly Candidate[] {
  const key = (c: Candidate, url: readonly Part[]): string =>
    `${c.methods.toString()} ${urlKey(pathParts(url))}`;
  const based = new Set(
    candidates.flatMap((c) =>
      c.url[0]?.kind === 'hole' && c.url.length > 1 ? [key(c, c.url.slice(1))] : [],
    ),
  );
  return based.size === 0
    ? candidates
    : candidates.filter((c) => c.url[0]?.kind !== 'text' || !based.has(key(c, c.url)));
}

const hasHost = ([first]: readonly Part[]): boolean =>
  first?.kind === 'text' && /^https?:\/\//i.test(first.text);
const startsOpen = ([first]: readonly Part[]): boolean =>
  first?.kind === 'hole' && (first as OriginHole).isOptional === true;

/** The code names the method, and its caller may replace it by an option that callers need not give. */
const isOverride = (c: Candidate): boolean =>
  c.methodValue.kind === 'hole' && c.methodValue.isOverride === true;

/** Whether some segment of the path is known: more than a host and a base. */
function hasPath(url: readonly Part[]): boolean {
  const [first, ...rest] = pathParts(url);
  if (first === undefined) return false;
  const own = first.kind === 'text' ? first.text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') : '';
  return /[^/]/.test(own) || rest.some((p) => p.kind === 'text' && /[^/]/.test(p.text));
}

function requestAt(
  opened: Opened,
  view: SinkView,
  candidate: Candidate,
  site: Site,
  via: readonly Site[],
  sink: Sink,
): ClientRequest {
  const spanOf = (s: Site): Span => spanIn(s.module, callOf(s.module, s.index).at);
  const ref = (s: Site): CallRef => ({ file: s.module.file, call: s.index });
  const stopped = stoppedBy(candidate);
  const headers = readHeaders(opened.m, view);
  const credentials = readCredentials({ ...opened, view, url: candidate.url }, headers.parts);
  return {
    callSite: spanOf(site),
    via: via.map(spanOf),
    client: view.model.id,
    methods: candidate.methods,
    url: plain(candidate.url),
    headers: headers.values,
    credentials,
    ...readSent(opened.m, opened.graph, view, plain(candidate.url)),
    ...(view.parts.binding === undefined ? {} : { clientBinding: view.parts.binding }),
    sink: ref(sink.site),
    chain: [site, ...via].map(ref),
    ...(stopped ? { stoppedBy: stopped } : {}),
  };
}

/** The URL as plain data, without what evaluation keeps in its holes. */
export function plain(parts: readonly Part[]): AbstractString {
  return normalize(parts).map((p) =>
    p.kind === 'text' ? p : { kind: 'hole', reason: p.reason, name: p.name, at: p.at },
  );
}

function stoppedBy(candidate: Candidate): ClientRequest['stoppedBy'] {
  const path = pathParts(candidate.url);
  const hole = path.find((p): p is OriginHole => p.kind === 'hole');
  const nothingKnown = !path.some((p) => p.kind === 'text' && /[^/]/.test(p.text));
  if (hole && nothingKnown) return { span: hole.at, expression: hole.name, reason: hole.reason };
  const { methodValue } = candidate;
  if (candidate.methods === 'unknown' && methodValue.kind === 'hole')
    return { span: methodValue.at, expression: methodValue.name, reason: methodValue.reason };
  return undefined;
}

/** One entry for each place, method and URL; other ways to the same request add to its `via`. */
function merge(requests: readonly ClientRequest[]): ClientRequest[] {
  const byKey = new Map<string, ClientRequest>();
  for (const r of requests) {
    const key = `${r.callSite.file}:${r.callSite.start}-${r.callSite.end} ${r.methods === 'unknown' ? '*' : r.methods.join()} ${urlKey(pathParts(r.url))} ${r.credentials.map((c) => c.id).join()}`;
    const known = byKey.get(key);
    if (!known) byKey.set(key, r);
    else byKey.set(key, { ...known, ...sentByBoth(known, r), via: joinVia(known.via, r.via) });
  }
  return [...byKey.values()].sort(byPlace);
}

/** Any header and parameter that one of them sends, and the body that both send. */
function sentByBoth(
  a: ClientRequest,
  b: ClientRequest,
): Pick<ClientRequest, 'headers' | 'body' | 'query' | 'complete'> {
  const body = inCommon(a.body ?? { kind: 'unknown' }, b.body ?? { kind: 'unknown' });
  return {
    headers: { ...b.headers, ...a.headers },
    body,
    query: [...new Set([...(a.query ?? []), ...(b.query ?? [])])].sort(),
    complete: (a.complete ?? []).filter((part) => b.complete?.includes(part)),
  };
}

function joinVia(a: readonly Span[], b: readonly Span[]): Span[] {
  const out = [...a];
  for (const span of b)
    if (!out.some((s) => s.file === span.file && s.start === span.start && s.end === span.end))
      out.unshift(span);
  return out;
}

function byPlace(a: ClientRequest, b: ClientRequest): number {
  const text = (r: ClientRequest): string =>
    `${r.methods === 'unknown' ? '*' : r.methods.join()} ${urlKey(r.url)}`;
  return (
    compare(a.callSite.file, b.callSite.file) ||
    a.callSite.start - b.callSite.start ||
    a.callSite.end - b.callSite.end ||
    compare(text(a), text(b))
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
