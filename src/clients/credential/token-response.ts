import type { ClientRequest, CredentialOrigin } from '../../model/client-request.js';
import type { GrantList } from '../../model/grant-list.js';
import type { CallGraph } from '../../values/call-graph.js';
import { force } from '../../values/evaluate.js';
import { noGuards } from '../../values/guards.js';
import { callOf, type Machine } from '../../values/machine.js';
import { normalize, type Part } from '../../values/parts.js';
import { queryParameter } from '../../values/query-parameter.js';
import { toParts } from '../../values/to-string.js';
import {
  spanIn,
  type CallSite,
  type ExternalValue,
  type Lazy,
  type OriginHole,
  type Step,
  type Value,
} from '../../values/value.js';
import { wordList, wordListOf } from '../../values/word-list.js';
import { pathParts, type SinkView } from '../candidate.js';
import { viewSink } from '../view-sink.js';
import type { ClientModel } from '../client-model.js';
import { envIn } from './env-in.js';
import { keptIn, requestMember } from './kept.js';
import { leavesOf } from './leaves.js';

type Facts = Pick<CredentialOrigin, 'id' | 'kind' | 'env' | 'obtainedBy' | 'requested' | 'ofInstances'>;

/**
 * The request whose response a value was read from, as the origins of a token, one for each client that may ask;
 * undefined where it is none's.
 */
export function fromResponse(
  m: Machine,
  graph: CallGraph,
  models: readonly ClientModel[],
  value: ExternalValue,
): readonly Facts[] | undefined {
  for (let i = value.steps.length - 1; i >= 0; i--) {
    const step = value.steps[i];
    if (step?.kind !== 'call' || !step.call) continue;
    const known = answers.get(step) ?? { facts: answeredBy(m, graph, models, value, i, step.call) };
    answers.set(step, known);
    if (known.facts) return known.facts;
  }
  return undefined;
}

/** What the response to a call gives: every request that sends the token asks again. */
const answers = new WeakMap<Step, { readonly facts: readonly Facts[] | undefined }>();

function answeredBy(
  m: Machine,
  graph: CallGraph,
  models: readonly ClientModel[],
  value: ExternalValue,
  at: number,
  { index, activation }: CallSite,
): readonly Facts[] | undefined {
  const callee = { ...value, steps: value.steps.slice(0, at) };
  const view = viewSink(
    m,
    models,
    { module: activation.module, index, activation },
    { callee, isNew: false, guards: noGuards },
  );
  return view && described(m, graph, view, { file: activation.module.file, call: index });
}

/** What a request asks for that asks for a token: the scopes in it; undefined for any other request. */
export function tokenRequestOf(
  m: Machine,
  view: SinkView,
): Pick<ClientRequest, 'asksForToken' | 'requested'> | undefined {
  const form = formOf(m, view);
  if (!form) return undefined;
  const grant = textAt(m, form, 'grant_type', view);
  // A token that is renewed has the scopes that it had.
  if (grant === 'refresh_token') return { asksForToken: true };
  const clientEnv = envIn(m, partsAt(m, form, 'client_id', view));
  const requested = requestedIn(m, form, view, grant === 'client_credentials' ? 'client' : 'user', clientEnv);
  return { asksForToken: true, ...(requested ? { requested } : {}) };
}

function described(
  m: Machine,
  graph: CallGraph,
  view: SinkView,
  obtainedBy: NonNullable<Facts['obtainedBy']>,
): readonly Facts[] {
  const form = formOf(m, view);
  const grant = form && textAt(m, form, 'grant_type', view);
  const place = pathParts(view.candidates[0]?.url ?? [])
    .map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`))
    .join('')
    .replace(/^https?:\/\//i, '');
  const clients = clientsOf(m, graph, form, view);
  const secrets = form ? envIn(m, partsAt(m, form, 'client_secret', view)) : [];
  return clients.map(({ name, env, ofObject }): Facts => {
    const all = [...new Set([...env, ...secrets])];
    const requested =
      form && requestedIn(m, form, view, grant === 'client_credentials' ? 'client' : 'user', all);
    const facts = { obtainedBy, ...(requested ? { requested } : {}) };
    if (grant !== 'client_credentials')
      return { ...facts, env: [], id: `response:${place}`, kind: 'response' };
    return {
      ...facts,
      env: all,
      id: `client-credentials:${name ?? place}`,
      kind: 'client-credentials',
      ...(ofObject && clients.length > 1 ? { ofInstances: true as const } : {}),
    };
  });
}

interface Client {
  readonly name: string | undefined;
  readonly env: readonly string[];
  readonly ofObject: boolean;
}

/** The clients that may ask for the token: by the environment variable of their id, else by where the id is kept. */
function clientsOf(m: Machine, graph: CallGraph, form: Form | undefined, view: SinkView): readonly Client[] {
  const sent = form ? partsAt(m, form, 'client_id', view) : [];
  const basic = basicHeader(m, view);
  const leaves = [sent, basic].flatMap((parts) =>
    parts.length === 0 ? [] : leavesOf(m, graph, parts, view.activation),
  );
  const named = leaves.map(({ parts, ofObject }): Client => {
    const env = envIn(m, parts);
    return { name: env[0] === undefined ? plainName(m, parts) : `env:${env[0]}`, env, ofObject };
  });
  const [first = { name: undefined, env: [], ofObject: false }] = named;
  const distinct = [...new Map(named.map((client) => [client.name, client])).values()];
  if (sent.length > 0 && basic.length > 0) return [{ ...first, env: named.flatMap(({ env }) => env) }];
  return distinct.length > 0 ? distinct : [first];
}

/** A client id that is written in the code is no secret. */
function plainName(m: Machine, parts: readonly Part[]): string | undefined {
  const hole = parts.find((p): p is OriginHole => p.kind === 'hole');
  const kept = hole && ((hole.external && keptIn(m, hole.external)) ?? requestMember(hole));
  if (kept) return `${kept.kind}:${kept.name}`;
  const text = parts.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('');
  const id = text.replace(/^basic /i, '').split(':')[0] ?? '';
  return id === '' ? undefined : id;
}

/** Parameters of a token request: an object, or the text of a form. */
type Form =
  | { readonly object: Extract<Value, { kind: 'object' }> }
  | { readonly text: readonly Part[]; readonly behind: Lazy };

function formOf(m: Machine, view: SinkView): Form | undefined {
  const { body } = view.parts;
  if (!body) return undefined;
  for (const { value } of force(m, body)) {
    const form = asForm(m, value, body, view);
    if (form) return form;
  }
  return undefined;
}

function asForm(m: Machine, value: Value, behind: Lazy, view: SinkView): Form | undefined {
  if (value.kind === 'object') return value.props.has('grant_type') ? { object: value } : undefined;
  if (value.kind === 'external') {
    // `JSON.stringify(parameters)`
    const last = value.steps.at(-1);
    const isJson =
      value.steps.map((s) => (s.kind === 'member' ? s.name : '')).join('.') === 'JSON.stringify.';
    const argument = isJson && last?.kind === 'call' ? last.args[0] : undefined;
    for (const inner of argument ? force(m, argument.value) : []) {
      const form = inner.value.kind === 'external' ? undefined : asForm(m, inner.value, behind, view);
      if (form) return form;
    }
    return undefined;
  }
  const parts = normalize(toParts(m, value, undefined, view.activation));
  const [only] = parts;
  if (only?.kind === 'hole' && (only as OriginHole).query)
    return asForm(m, (only as OriginHole).query as Value, behind, view);
  const text: readonly Part[] = [{ kind: 'text', text: '?' }, ...parts];
  return queryParameter(normalize(text), 'grant_type') ? { text: normalize(text), behind } : undefined;
}

function partsAt(m: Machine, form: Form, name: string, view: SinkView): readonly Part[] {
  if ('text' in form) return queryParameter(form.text, name) ?? [];
  const lazy = form.object.props.get(name);
  return lazy ? force(m, lazy).flatMap(({ value }) => toParts(m, value, undefined, view.activation)) : [];
}

function textAt(m: Machine, form: Form, name: string, view: SinkView): string | undefined {
  const [only, ...others] = normalize(partsAt(m, form, name, view));
  return only?.kind === 'text' && others.length === 0 ? only.text : undefined;
}

function basicHeader(m: Machine, view: SinkView): readonly Part[] {
  return view.parts.headers.flatMap((source) =>
    source.flatMap(({ value }) =>
      value.kind === 'object'
        ? [...value.props].flatMap(([name, lazy]) =>
            name.toLowerCase() === 'authorization'
              ? force(m, lazy).flatMap((a) => toParts(m, a.value, undefined, view.activation))
              : [],
          )
        : [],
    ),
  );
}

function requestedIn(
  m: Machine,
  form: Form,
  view: SinkView,
  flow: GrantList['flow'],
  clientEnv: readonly string[],
): GrantList | undefined {
  const { module, index } = { module: view.activation.module, index: view.call.site.index };
  const span = spanIn(module, callOf(module, index).at);
  const lazy = 'object' in form ? form.object.props.get('scope') : undefined;
  const parts = 'text' in form ? queryParameter(form.text, 'scope') : undefined;
  const words = lazy
    ? wordList(m, lazy, view.activation, span)
    : parts && 'text' in form
      ? wordListOf(m, parts, form.behind, span)
      : undefined;
  if (!words || (words.words.length === 0 && words.complete)) return undefined;
  const host = hostOf(view.candidates[0]?.url ?? []);
  return {
    source: 'token-request',
    scopes: words.words.map(({ text, span: at }) => ({ name: text, span: at })),
    complete: words.complete,
    env: words.env,
    span,
    flow,
    clientEnv,
    ...(host === undefined ? {} : { host }),
  };
}

function hostOf(url: readonly Part[]): string | undefined {
  const [first] = url;
  return first?.kind === 'text'
    ? /^https?:\/\/([^/?#]+)[/?#]/i.exec(first.text)?.[1]?.toLowerCase()
    : undefined;
}
