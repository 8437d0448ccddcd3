import type { HttpMethod } from '../model/http-method.js';
import { toHttpMethod } from '../model/http-method.js';
import { packageOf } from '../model/package-name.js';
import { cutsSoFar, under, withRest } from '../values/alternatives.js';
import { arrivals } from '../values/decide.js';
import { branchOf, decisions, isLost, keptGuards, mergeGuards } from '../values/guards.js';
import { hole } from '../values/holes.js';
import type { ExternalCallee, Site } from '../values/outcome.js';
import { callOf, type Machine } from '../values/machine.js';
import { isPick } from '../values/member.js';
import { normalize, type Part } from '../values/parts.js';
import { presenceOf } from '../values/question.js';
import { closedTexts } from '../values/types.js';
import { isValueName } from '../values/value-names.js';
import {
  textOf,
  type Activation,
  type Alternatives,
  type Guards,
  type HoleValue,
  type OriginHole,
  type Origin,
  type Value,
} from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts, Target } from './client-model.js';
import { pathOf } from './client-values.js';
import { passedByBuiltin, withoutBinding } from './binding.js';

/** One method and URL that a sink can send in one context. */
export interface Candidate {
  readonly methods: readonly HttpMethod[] | 'unknown';
  /** What stands where the method should be, when it isn't known. */
  readonly methodValue: Value;
  readonly url: readonly Part[];
  readonly guards: Guards;
}

/** Names a request's operation when it is surely one; undefined when no catalog knows. */
export type Identify = (candidate: Candidate) => string | undefined;

/** A client's own call, seen in one context. */
export interface SinkView {
  readonly model: ClientModel;
  readonly call: ClientCall;
  readonly parts: RequestParts;
  readonly candidates: readonly Candidate[];
  readonly activation: Activation;
}

/** Reads a sink in the context of an activation; undefined when the call is no request there. */
export function viewAnew(
  m: Machine,
  models: readonly ClientModel[],
  site: Site,
  called: ExternalCallee,
): SinkView | undefined {
  const call = callOf(site.module, site.index);
  const given = call.args.map((a) => ({
    spread: a.spread,
    value: { kind: 'expr' as const, expr: a.value, activation: site.activation },
  }));
  const passed = passedByBuiltin(m, { index: site.index, activation: site.activation }, called.callee, given);
  const { callee, args } = withoutBinding(m, called.callee, passed ?? given);
  const client: ClientCall = {
    m,
    callee,
    path: pathOf(callee.steps),
    args,
    isNew: called.isNew,
    site: { index: site.index, activation: site.activation },
  };
  for (const model of modelsFor(models, callee.module)) {
    const before = cutsSoFar();
    const parts = model.request(client);
    if (!parts) continue;
    const targets = under(
      withRest(parts.targets, before, () => anyTarget(site)),
      keptGuards(called.guards, ({ key }) => isDecidedAt(key, site.activation) && !isAboutReceiver(key)),
    );
    const ways = arrivals(m, call.guards, site.activation);
    const arriving = ways.flatMap(({ guards }) => under(targets, guards));
    const reached = whereCalled(m, arriving, site.activation);
    return {
      model,
      call: client,
      parts,
      candidates: distinct(
        withoutCrossings(
          reached.map(({ value, guards }) => candidateOf(m, value, guards, parts)),
          site,
        ),
      ),
      activation: site.activation,
    };
  }
  return undefined;
}

/** Whether a decision is one of the function that calls, or of one around it: others say how the client was made. */
function isDecidedAt(decision: string, activation: Activation): boolean {
  for (let a: Activation | undefined = activation; a; a = a.parent)
    if (decision.startsWith(`${a.id}:`)) return true;
  return false;
}

/** Which object has the callee is for its callers to say, not for what is sent. */
const isAboutReceiver = (decision: string): boolean => decision.endsWith(':this') || isPick(decision);

/** Any method and URL: what stands for more of them than are told apart. */
function anyTarget({ module, index }: Site): Target {
  const unknown = (name: string): HoleValue => hole('budget', name, module, callOf(module, index).at);
  return { method: unknown('method'), url: [unknown('url')] };
}

/** Those that hold where the calls that led to the activation are made: `if (o.key) send(o.key)` sends no missing key. */
function whereCalled<V>(m: Machine, values: Alternatives<V>, activation: Activation): Alternatives<V> {
  let kept = values;
  for (let { from } = activation; from && kept.length > 0; { from } = from.activation) {
    const ways = arrivals(m, from.call.guards, from.activation);
    kept = kept.filter(({ guards }) => ways.some((way) => mergeGuards(guards, way.guards) !== undefined));
  }
  return kept;
}

/** The models of a package; for packages that none knows, those that go by a call's shape. */
function modelsFor(models: readonly ClientModel[], module: string): readonly ClientModel[] {
  // `node:http` is `http`, `got/dist/source` is `got`.
  const name = packageOf(module.replace(/^node:/, ''));
  const own = models.filter(({ modules }) => modules.includes(module) || modules.includes(name));
  return own.length > 0 ? own : models.filter((model) => model.modules.includes('*'));
}

function candidateOf(m: Machine, target: Target, guards: Guards, parts: RequestParts): Candidate {
  const known = methodsOf(m, target.method);
  const sends = parts.sends?.flatMap((s) => toHttpMethod(s) ?? []);
  return {
    methods: known ?? sends ?? 'unknown',
    methodValue: target.method,
    url: asQuery(withoutCutStart(normalize(target.url.filter((part) => !isMissing(part, guards))))),
    guards,
  };
}

/** `id || ''` where the decisions say that there is no `id`. */
function isMissing(part: Part, guards: Guards): boolean {
  if (part.kind !== 'hole' || (part as OriginHole).mayBeEmpty !== true) return false;
  const presence = presenceOf(part);
  return presence !== undefined && branchOf(guards, presence) === 'else';
}

/**
 * Where decisions are missing that would say which method goes with which URL, a URL that would go with several has
 * one that isn't known.
 */
function withoutCrossings(candidates: readonly Candidate[], site: Site): readonly Candidate[] {
  if (!candidates.some(({ guards }) => isLost(guards))) return candidates;
  const byUrl = new Map<string, Candidate[]>();
  for (const c of candidates) {
    const key = urlKey(pathParts(c.url));
    byUrl.set(key, [...(byUrl.get(key) ?? []), c]);
  }
  if (byUrl.size === 1) return candidates;
  return [...byUrl.values()].flatMap((group) => {
    const known = group.filter(({ methods }) => methods !== 'unknown');
    const isCrossed =
      known.some(({ guards }) => isLost(guards)) &&
      new Set(known.map(({ methods }) => String(methods))).size > 1;
    const [first] = group;
    return first && isCrossed
      ? [{ ...first, methods: 'unknown' as const, methodValue: anyTarget(site).method }]
      : group;
  });
}

/** The method that a value is, or the ones that its declared type lists. */
export function methodsOf(m: Machine, value: Value): readonly HttpMethod[] | undefined {
  const texts = value.kind === 'hole' ? value.type && closedTexts(m, value.type) : [textOf(value) ?? ''];
  if (!texts || texts.length === 0) return undefined;
  const methods = texts.map(toHttpMethod);
  return methods.every((method) => method !== undefined) ? [...new Set(methods)] : undefined;
}

/** What follows a URL that was cut says nothing, unless it is a path of its own. */
function withoutCutStart(url: readonly Part[]): readonly Part[] {
  const [first, next] = url;
  const isCut = first?.kind === 'hole' && first.reason === 'budget';
  return isCut && next && !(next.kind === 'text' && next.text.startsWith('/')) ? [first] : url;
}

/** `/items${query}`: a trailing hole that is named like a query string is one. */
function asQuery(url: readonly Part[]): readonly Part[] {
  const last = url.at(-1);
  const before = url.at(-2);
  if (last?.kind !== 'hole' || before?.kind !== 'text' || /[/=&?]$/.test(before.text)) return url;
  if (
    !/^(?:.*[._])?(?:qs|query|querystring|querystr|search|params|searchparams|urlparams|queryparams)(?:\(\))?$/i.test(
      last.name,
    )
  )
    return url;
  return [...url.slice(0, -1), { kind: 'text', text: '?' }, last];
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter((c) => {
    const key = candidateKey(c);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** What was too much to be looked at is no other way to say what is known. */
export const standsForMore = ({ url, methodValue }: Pick<Candidate, 'url' | 'methodValue'>): boolean =>
  [methodValue, ...pathParts(url)].some((p) => p.kind === 'hole' && p.reason === 'budget');

/** Equal for candidates that differ in their query only. */
const candidateKey = (c: Candidate): string =>
  `${standsForMore(c) ? '…' : ''}${c.methods === 'unknown' ? '*' : c.methods.join()} ${urlKey(pathParts(c.url))}`;
export const urlKey = (url: readonly Part[]): string =>
  url.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('');

/** The parameters that decide which operation a request is: its method, or what stands for text of its path. */
export function decidingOrigins(candidate: Candidate): Origin[] {
  const out: Origin[] = [];
  const method = candidate.methodValue.kind === 'hole' && fillable(candidate.methodValue);
  if (method) out.push(method);
  const path = pathParts(candidate.url);
  path.forEach((part, i) => {
    const origin = part.kind === 'hole' && fillable(part);
    if (origin && decides(path, i)) out.push(origin);
  });
  return out;
}

const fillable = (hole: OriginHole): Origin | undefined => hole.origin ?? hole.answers;

/** The decisions under which requests hold. */
export const decisionKeys = (candidates: readonly Candidate[]): readonly string[] =>
  candidates.flatMap(({ guards }) => decisions(guards).map(({ key }) => key));

/** Whether a hole of the path stands for text of the API, not for a value in a parameter's place or for the base. */
export function decides(path: readonly Part[], at: number): boolean {
  const hole = path[at];
  const before = path[at - 1];
  const after = path[at + 1];
  if (at === 0)
    return !(
      after?.kind === 'text' &&
      after.text.startsWith('/') &&
      path.slice(1).some((p) => p.kind === 'text' && /[^/]/.test(p.text))
    );
  const isSegment =
    before?.kind === 'text' &&
    before.text.endsWith('/') &&
    (after === undefined || (after.kind === 'text' && after.text.startsWith('/')));
  if (hole?.kind === 'hole' && (hole as OriginHole).mayBeEmpty === true) return true;
  if (!isSegment)
    return !(
      before?.kind === 'text' &&
      /\/[^/]+$/.test(before.text) &&
      hole?.kind === 'hole' &&
      isValueName(hole.name)
    );
  return hole?.kind === 'hole' && !isValueName(hole.name);
}

/** The URL without query and fragment. */
export function pathParts(url: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of url) {
    if (part.kind === 'text') {
      const end = part.text.search(/[?#]/);
      if (end !== -1) {
        out.push({ kind: 'text', text: part.text.slice(0, end) });
        break;
      }
    }
    out.push(part);
  }
  return normalize(out);
}
