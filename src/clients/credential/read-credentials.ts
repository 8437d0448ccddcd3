import type { CredentialOrigin } from '../../model/client-request.js';
import { force } from '../../values/evaluate.js';
import type { CallGraph } from '../../values/call-graph.js';
import type { Machine } from '../../values/machine.js';
import { leadingText, normalize, type Part } from '../../values/parts.js';
import { queryParameter } from '../../values/query-parameter.js';
import { toParts } from '../../values/to-string.js';
import type { OriginHole } from '../../values/value.js';
import type { SinkView } from '../candidate.js';
import type { ClientModel } from '../client-model.js';
import { envIn } from './env-in.js';
import { keptIn, requestMember } from './kept.js';
import { leavesOf } from './leaves.js';
import { fromTokenFunction } from './token-function.js';
import { fromResponse } from './token-response.js';

export interface CredentialQuestion {
  readonly m: Machine;
  readonly graph: CallGraph;
  readonly models: readonly ClientModel[];
  readonly view: SinkView;
  readonly url: readonly Part[];
}

/** A header's values, each as the parts of its text, by lower-case name. */
export type HeaderParts = ReadonlyMap<string, readonly (readonly Part[])[]>;

const keyHeaders =
  /^(?:(?:x-)?api-?key|x-[a-z-]*(?:token|api-?key|access-?key)|private-token|ocp-apim-subscription-key|auth-token|token|apikey)$/;
/** Query parameters that hold a token, and those whose name says so only where a value is kept apart from the code. */
const tokenParameters = ['access_token', 'accessToken', 'oauth_token', 'Authorization'];
const keyParameters = ['api_key', 'apikey', 'apiKey', 'api-key', 'key', 'token', 'auth_token'];

/**
 * Where the token of a request comes from, one entry for each way: the Authorization header, else another header for
 * keys, else a query parameter.
 */
export function readCredentials(
  question: CredentialQuestion,
  headers: HeaderParts,
): readonly CredentialOrigin[] {
  const found = new Map<string, CredentialOrigin>();
  const add = (origins: readonly CredentialOrigin[]): void => {
    for (const origin of origins) if (!found.has(origin.id)) found.set(origin.id, origin);
  };
  for (const parts of headers.get('authorization') ?? []) add(originsOf(question, parts, kindOf(parts)));
  if (found.size > 0) return [...found.values()];
  for (const [name, values] of headers)
    if (keyHeaders.test(name))
      for (const parts of values) add(unwritten(originsOf(question, parts, 'api-key')));
  if (found.size > 0) return [...found.values()];
  for (const [names, kind] of [
    [tokenParameters, 'bearer'],
    [keyParameters, 'api-key'],
  ] as const)
    for (const name of names)
      for (const parts of queryValues(question, name)) add(unwritten(originsOf(question, parts, kind)));
  return [...found.values()];
}

/** Parts of a request that are written in the code and not called Authorization may be anything. */
const unwritten = (origins: readonly CredentialOrigin[]): readonly CredentialOrigin[] =>
  origins.filter(({ kind }) => kind !== 'literal');

function kindOf(parts: readonly Part[]): CredentialOrigin['tokenKind'] {
  const lead = leadingText(parts).trim().toLowerCase();
  if (lead.startsWith('basic')) return 'basic';
  if (lead.startsWith('bot')) return 'bot';
  return /^(?:ssws|apikey|api-key|[a-z]+-api-key)\b/.test(lead) ? 'api-key' : 'bearer';
}

function queryValues({ m, view, url }: CredentialQuestion, name: string): readonly (readonly Part[])[] {
  const inUrl = queryParameter(url, name);
  const { query } = view.parts;
  const objects = [
    ...(query ? force(m, query).map(({ value }) => value) : []),
    ...url.flatMap((p) => (p.kind === 'hole' && (p as OriginHole).query ? [(p as OriginHole).query] : [])),
  ];
  const inObjects = objects.flatMap((value) => {
    const lazy = value?.kind === 'object' ? value.props.get(name) : undefined;
    return lazy ? force(m, lazy).map((a) => normalize(toParts(m, a.value, undefined, view.activation))) : [];
  });
  return [...(inUrl ? [inUrl] : []), ...inObjects];
}

/** The origins of one token; of a parameter's, those of what callers pass. */
function originsOf(
  question: CredentialQuestion,
  parts: readonly Part[],
  tokenKind: CredentialOrigin['tokenKind'],
): readonly CredentialOrigin[] {
  const leaves = leavesOf(question.m, question.graph, parts, question.view.activation);
  const origins = leaves.flatMap((leaf) =>
    originsAt(question, leaf.parts, tokenKind).map((origin) => ({ origin, ofObject: leaf.ofObject })),
  );
  const isSeveral = new Set(origins.map(({ origin }) => origin.id)).size > 1;
  return origins.map(({ origin, ofObject }) =>
    ofObject && isSeveral ? { ...origin, ofInstances: true } : origin,
  );
}

function originsAt(
  question: CredentialQuestion,
  parts: readonly Part[],
  tokenKind: CredentialOrigin['tokenKind'],
): readonly CredentialOrigin[] {
  const { m, graph, models, view } = question;
  const hole = parts.find((p): p is OriginHole => p.kind === 'hole');
  const at = hole?.at ?? { file: view.activation.module.file, start: 0, end: 0 };
  const env = envIn(m, parts);
  const [first] = env;
  if (first !== undefined) return [{ id: `env:${first}`, kind: 'env', tokenKind, env, at }];
  if (!hole) return isOnlyScheme(parts) ? [] : [{ id: 'literal', kind: 'literal', tokenKind, env, at }];
  const external = hole.external;
  const own = external && fromTokenFunction(m, external);
  if (own) return [{ ...own, tokenKind, at }];
  const kept = (external && keptIn(m, external)) ?? requestMember(hole);
  if (kept) return [{ id: `${kept.kind}:${kept.name}`, kind: kept.kind, tokenKind, env, at }];
  const answered = external && fromResponse(m, graph, models, external);
  if (answered) return answered.map((facts) => ({ ...facts, tokenKind, at }));
  const kind = hole.reason === 'parameter' ? 'parameter' : 'unknown';
  return [{ id: `${hole.reason}:${hole.name}`, kind, tokenKind, env, at }];
}

/** `Bearer ` before no text, or before what stands for none: the start value of a state that is filled later. */
const isOnlyScheme = (parts: readonly Part[]): boolean =>
  /^(?:bearer|basic|token|bot)?\s*(?:false|true|null|undefined)?$/i.test(
    parts.map((p) => (p.kind === 'text' ? p.text : '\0')).join(''),
  );
