import type { HttpMethod } from '../model/http-method.js';
import { httpMethods, toHttpMethod } from '../model/http-method.js';
import { flatMap } from '../values/alternatives.js';
import { arrivals } from '../values/decide.js';
import type { Site } from '../values/call-graph.js';
import { callOf, type Machine } from '../values/machine.js';
import { normalize, type Part } from '../values/parts.js';
import { textOf, type Activation, type ExternalValue, type Guards, type OriginHole, type Origin, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts, Target } from './client-model.js';
import { pathOf } from './client-values.js';
import { withoutBinding } from './binding.js';

/** One method and URL that a sink can send in one context. */
export interface Candidate {
  readonly methods: readonly HttpMethod[] | 'unknown';
  /** What stands where the method should be, when it isn't known. */
  readonly methodValue: Value;
  readonly url: readonly Part[];
  readonly guards: Guards;
}

/** A client's own call, seen in one context. */
export interface SinkView {
  readonly model: ClientModel;
  readonly call: ClientCall;
  readonly parts: RequestParts;
  readonly candidates: readonly Candidate[];
  readonly activation: Activation;
}

/** Reads a sink in the context of an activation; undefined when the call is no request there. */
export function viewSink(m: Machine, models: readonly ClientModel[], site: Site, called: ExternalValue, isNew: boolean): SinkView | undefined {
  const call = callOf(site.module, site.index);
  const given = call.args.map((a) => ({ spread: a.spread, value: { kind: 'expr' as const, expr: a.value, activation: site.activation } }));
  const { callee, args } = withoutBinding(m, called, given);
  const client: ClientCall = { m, callee, path: pathOf(callee.steps), args, isNew, site: { index: site.index, activation: site.activation } };
  for (const model of models) {
    if (!model.modules.includes(callee.module) && !model.modules.includes(packageOf(callee.module))) continue;
    const parts = model.request(client);
    if (!parts) continue;
    const ways = arrivals(m, call.guards, site.activation);
    const reached = flatMap(ways, () => parts.targets);
    return { model, call: client, parts, candidates: distinct(reached.map(({ value, guards }) => candidateOf(value, guards, parts))), activation: site.activation };
  }
  return undefined;
}

/** `node:http` is `http`, `got/dist/source` is `got`. */
function packageOf(module: string): string {
  const bare = module.replace(/^node:/, '');
  return bare.startsWith('@') ? bare.split('/').slice(0, 2).join('/') : (bare.split('/')[0] ?? bare);
}

function candidateOf(target: Target, guards: Guards, parts: RequestParts): Candidate {
  const text = textOf(target.method);
  const method = text === undefined ? undefined : toHttpMethod(text);
  const sends = parts.sends?.filter((s): s is HttpMethod => (httpMethods as readonly string[]).includes(s));
  return { methods: method ? [method] : (sends ?? 'unknown'), methodValue: target.method, url: asQuery(normalize(target.url)), guards };
}

/** `/items${query}`: a trailing hole that is named like a query string is one. */
function asQuery(url: readonly Part[]): readonly Part[] {
  const last = url.at(-1);
  const before = url.at(-2);
  if (last?.kind !== 'hole' || before?.kind !== 'text' || /[/=&?]$/.test(before.text)) return url;
  if (!/^(?:.*[._])?(?:qs|query|querystring|querystr|search|params|searchparams|urlparams|queryparams)(?:\(\))?$/i.test(last.name)) return url;
  return [...url.slice(0, -1), { kind: 'text', text: '?' }, last];
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter((c) => {
    const key = candidateKey(c);
    return seen.has(key) ? false : seen.add(key);
  });
}

export const candidateKey = (c: Candidate): string => `${c.methods === 'unknown' ? '*' : c.methods.join()} ${urlKey(c.url)}`;
export const urlKey = (url: readonly Part[]): string => url.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('');

/** The parameters that the method, base or path of a request still waits for. */
export function originsOf(candidate: Candidate): Origin[] {
  const out: Origin[] = [];
  if (candidate.methodValue.kind === 'hole' && candidate.methodValue.origin) out.push(candidate.methodValue.origin);
  for (const part of pathParts(candidate.url)) if (part.kind === 'hole' && (part as OriginHole).origin) out.push((part as OriginHole).origin as Origin);
  return out;
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
