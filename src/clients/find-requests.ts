import type { CallRef, ClientRequest } from '../model/client-request.js';
import type { Span } from '../model/span.js';
import { spanKey } from '../model/span-key.js';
import type { Program } from '../program/program.js';
import { buildCallGraph, type CallGraph } from '../values/call-graph.js';
import { callKey, readOutcome, type Site } from '../values/outcome.js';
import { callOf, createMachine, defaultBudget, startQuestion, type Machine } from '../values/machine.js';
import { plainParts } from '../values/parts.js';
import { pathOf } from '../values/path-of.js';
import { spanIn, type CallSite, type OriginHole } from '../values/value.js';
import { pathParts, urlKey, type Candidate, type Identify, type SinkView } from './candidate.js';
import type { ClientModel } from './client-model.js';
import { byDocumentation } from './documented-packages.js';
import type { Context, Sink } from './callers.js';
import { callChain } from './call-chain.js';
import { expandSink } from './expand.js';
import { fillHoles } from './fill.js';
import { withGivenBases } from './given-bases.js';
import { clientModels } from './index.js';
import { passedAlong } from './passed-along.js';
import { placeOf } from './place.js';
import {
  credentialsByCaller,
  headersOf,
  seenFromCallers,
  type SeenFromCallers,
} from './credential/by-caller.js';
import { tokenRequestOf } from './credential/token-response.js';
import { aboutSink, noteKey, readingFor, readKey } from '../values/reads.js';
import { preferKnown } from './prefer-known.js';
import { fewerWords, shapeBesideBase } from './open-base.js';
import { traceOf } from './trace.js';
import { inCommon, readSent } from './read-sent.js';

export interface FindOptions {
  readonly identify?: Identify;
  /** Whether a catalog may know the request, so that it is asked what it sends and with whose token. All, when it isn't said. */
  readonly mayBeKnown?: (candidate: Candidate) => boolean;
  readonly models?: readonly ClientModel[];
  /** The client's calls (`callKey`) that are asked for their requests. All, when it isn't said. */
  readonly asksSink?: (sink: string) => boolean;
  /** The program as `openProgram` opened it with the same models. */
  readonly opened?: OpenedProgram;
}

/** A program that can be asked for values and callers. */
export interface OpenedProgram {
  readonly m: Machine;
  readonly graph: CallGraph;
}

/** Types of injected objects that are no clients, and whose values are known by their type all the same. */
const injectedTypes = ['@nestjs/config#ConfigService', 'bull#Queue', 'bullmq#Queue', 'bullmq#FlowProducer'];

/**
 * `keepsTrails`: requests say where their method and URL come from, which costs time and memory. `files`: those whose
 * calls are looked at, with what they lead to; all, when they aren't given.
 */
export function openProgram(
  program: Program,
  models: readonly ClientModel[] = clientModels,
  keepsTrails = false,
  files?: ReadonlySet<string>,
  keepsReads = false,
): OpenedProgram {
  const m = createMachine(
    byDocumentation(program, models),
    new Set([...models.flatMap((model) => model.types ?? []), ...injectedTypes]),
    defaultBudget,
    keepsTrails,
    keepsReads,
  );
  return { m, graph: buildCallGraph(m, files) };
}

/** Every HTTP request that the program's code can send, at the place that fixes its path. Sorted by place. */
export function findRequests(program: Program, options: FindOptions = {}): ClientRequest[] {
  const models = options.models ?? clientModels;
  const { m, graph } = options.opened ?? openProgram(program, models);
  const requests: ClientRequest[] = [];
  const identify = options.identify ?? (() => undefined);
  const asks = { m, graph, models, identify, mayBeKnown: options.mayBeKnown ?? (() => true) };
  const asksSink = options.asksSink ?? (() => true);
  const isCalled = (site: CallSite): boolean => {
    readKey(m, 'called', callKey(siteOf(site)));
    return called.has(placeKey(site));
  };
  const called = calledProducts(m, graph);
  const followed = new Map<string, Set<string>>();
  const outside = new Set<string>();
  for (const sink of sinksOf(graph)) {
    const way = `${placeKey(sink.site)} ${sink.callee.module} ${pathOf(sink.callee.steps)}`;
    const key = callKey(sink.site);
    if (outside.has(way) || !asksSink(key)) continue;
    startQuestion(m);
    readingFor(m, [sink.site, ...callChain(sink.site.activation)].map(fileOf), () => {
      readOutcome(m, sink.site);
      const chains = followed.get(key) ?? new Set();
      followed.set(key, chains);
      const contexts = expandSink(m, models, graph, sink, identify, chains);
      if (contexts.length > 0) aboutSink(m, key);
      // From its callers, a call is seen with all that it calls: the next client that it may call adds nothing there.
      if (contexts.length > 0 && contexts.every((context) => isFurtherOut(context, sink))) outside.add(way);
      const asked = { ...asks, fromCallers: seenFromCallers(m) };
      for (const context of contexts)
        if (!context.views.some((v) => v.parts.isPrepared && isCalled(v.call.site)))
          for (const request of requestsOf(asked, context, sink)) {
            requests.push(request);
            // Requests of one place are one, so what one call is asked for has to do with what others are.
            readKey(m, 'place', spanKey(request.callSite));
          }
    });
  }
  return merge(requests);
}

const fileOf = ({ module }: Site): string => module.file;

/** Whether a context says more than the sink alone, and than the call that led to it. */
const isFurtherOut = ({ views }: Context, { site }: Sink): boolean =>
  views.length > (site.activation.from ? 2 : 1);

/** The calls that leave the project; one that is known without a caller needs no caller's view. */
function sinksOf(graph: CallGraph): Sink[] {
  const plain = new Set<string>();
  for (const e of graph.external) if (!e.site.activation.from) plain.add(callKey(e.site));
  return graph.external.filter((e) => !e.site.activation.from || !plain.has(callKey(e.site)));
}

const placeKey = ({ activation, index }: CallSite): string => `${activation.id}/${index}`;

/** The calls that made what another call calls. */
function calledProducts(m: Machine, graph: CallGraph): ReadonlySet<string> {
  const out = new Set<string>();
  for (const { callee, site } of graph.external) {
    const last = callee.steps.at(-1);
    if (last?.kind !== 'call' || !last.call) continue;
    out.add(placeKey(last.call));
    noteKey(m, 'called', callKey(siteOf(last.call)), fileOf(site));
  }
  return out;
}

const siteOf = ({ activation, index }: CallSite): Site => ({ module: activation.module, index, activation });

/** The opened program, and what is looked for in it. */
interface Asks extends OpenedProgram {
  readonly models: readonly ClientModel[];
  readonly identify: Identify;
  readonly mayBeKnown: (candidate: Candidate) => boolean;
  readonly fromCallers: SeenFromCallers;
}

function requestsOf(asks: Asks, context: Context, sink: Sink): ClientRequest[] {
  const view = context.views.at(-1);
  if (!view) return [];
  const { m, graph, identify, fromCallers } = asks;
  return preferKnown(withGivenBases(m, graph, view.candidates)).flatMap((candidate) => {
    const place = placeOf(asks, context, candidate, sink);
    // Values of one caller say nothing of the request where an inner call makes it.
    const seen = place.seen?.url[0]?.kind === 'text' ? place.seen : candidate;
    const sent = fillHoles(m, graph, seen.url, seen.guards).flatMap((url) =>
      passedAlong(m, graph, { ...seen, url }, view.activation),
    );
    const known = new Set(sent.filter((passed) => asks.mayBeKnown(passed.candidate)));
    const groups =
      known.size > 0 ? credentialsByCaller(asks, context, sink, seen, identify, fromCallers) : [];
    return sent.flatMap((passed) => {
      const [site = place.site, ...via] = [...passed.chain, place.site, ...place.via];
      const request = requestAt(asks, view, passed.candidate, site, via, sink);
      return known.has(passed)
        ? groups.map((credentials) => ({ ...request, ...readSent(m, graph, view, request.url), credentials }))
        : [request];
    });
  });
}

function requestAt(
  { m, fromCallers }: Asks,
  view: SinkView,
  candidate: Candidate,
  site: Site,
  via: readonly Site[],
  sink: Sink,
): ClientRequest {
  const spanOf = (s: Site): Span => spanIn(s.module, callOf(s.module, s.index).at);
  const ref = (s: Site): CallRef => ({ file: s.module.file, call: s.index });
  const stopped = stoppedBy(candidate);
  return {
    callSite: spanOf(site),
    via: via.map(spanOf),
    client: view.model.id,
    methods: candidate.methods,
    url: plainParts(candidate.url),
    headers: headersOf(m, view, fromCallers).values,
    credentials: [],
    ...tokenRequestOf(m, view),
    ...(view.parts.binding === undefined ? {} : { clientBinding: view.parts.binding }),
    sink: ref(sink.site),
    chain: [site, ...via].map(ref),
    ...(stopped ? { stoppedBy: stopped } : {}),
    ...(m.keepsTrails ? { trace: traceOf(candidate) } : {}),
  };
}

function stoppedBy(candidate: Candidate): ClientRequest['stoppedBy'] {
  const path = pathParts(candidate.url);
  const holes = path.filter((p): p is OriginHole => p.kind === 'hole');
  // A base that the environment gives stops nobody while there is something after it.
  const hole = holes.find(({ reason }) => reason !== 'environment') ?? holes[0];
  const nothingKnown = !path.some((p) => p.kind === 'text' && /[^/]/.test(p.text));
  if (hole && nothingKnown) return { span: hole.at, expression: hole.name, reason: hole.reason };
  const { methodValue } = candidate;
  if (candidate.methods === 'unknown' && methodValue.kind === 'hole')
    return { span: methodValue.at, expression: methodValue.name, reason: methodValue.reason };
  return undefined;
}

/**
 * One entry for each place, method and URL, where all unknown bases are one; other ways to the same request add to
 * its `via`.
 */
function merge(requests: readonly ClientRequest[]): ClientRequest[] {
  const byKey = new Map<string, ClientRequest>();
  for (const r of requests) {
    const key = `${spanKey(r.callSite)} ${r.methods === 'unknown' ? '*' : r.methods.join()} ${shapeBesideBase(r.url)} ${r.credentials.map((c) => c.id).join()}`;
    const known = byKey.get(key);
    if (!known) byKey.set(key, r);
    else byKey.set(key, { ...fewerWords(known, r), ...sentByBoth(known, r), via: joinVia(known.via, r.via) });
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
