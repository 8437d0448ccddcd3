import type { CredentialOrigin } from '../../model/client-request.js';
import type { GrantList } from '../../model/grant-list.js';
import { force } from '../../values/evaluate.js';
import { callOf, type Machine } from '../../values/machine.js';
import { normalize, type Part } from '../../values/parts.js';
import { queryParameter } from '../../values/query-parameter.js';
import { toParts } from '../../values/to-string.js';
import { spanIn, type ExternalValue, type Lazy, type OriginHole, type Value } from '../../values/value.js';
import { wordList, wordListOf } from '../../values/word-list.js';
import { pathParts, viewSink, type SinkView } from '../candidate.js';
import type { ClientModel } from '../client-model.js';
import { envIn } from './env-in.js';

type Facts = Pick<CredentialOrigin, 'id' | 'kind' | 'env' | 'obtainedBy' | 'requested'>;

/** The request whose response a value was read from, as the origin of a token; undefined where it is none's. */
export function fromResponse(
  m: Machine,
  models: readonly ClientModel[],
  value: ExternalValue,
): Facts | undefined {
  for (let i = value.steps.length - 1; i >= 0; i--) {
    const step = value.steps[i];
    if (step?.kind !== 'call' || !step.call) continue;
    const { index, activation } = step.call;
    const callee = { ...value, steps: value.steps.slice(0, i) };
    const view = viewSink(m, models, { module: activation.module, index, activation }, callee, false);
    if (view) return described(m, view, { file: activation.module.file, call: index });
  }
  return undefined;
}

function described(m: Machine, view: SinkView, obtainedBy: NonNullable<Facts['obtainedBy']>): Facts {
  const form = formOf(m, view);
  const grant = form && textAt(m, form, 'grant_type', view);
  const url = view.candidates[0]?.url ?? [];
  const place = pathParts(url)
    .map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`))
    .join('')
    .replace(/^https?:\/\//i, '');
  const id = form ? envIn(m, partsAt(m, form, 'client_id', view)) : [];
  const basic = envIn(m, basicHeader(m, view));
  const env = [
    ...new Set([...id, ...basic, ...(form ? envIn(m, partsAt(m, form, 'client_secret', view)) : [])]),
  ];
  const requested =
    form && requestedIn(m, form, view, grant === 'client_credentials' ? 'client' : 'user', env);
  const facts = { env, obtainedBy, ...(requested ? { requested } : {}) };
  if (grant !== 'client_credentials') return { ...facts, id: `response:${place}`, kind: 'response', env: [] };
  const named = form && clientName(m, form, view);
  const client = id[0] ?? basic[0];
  const name = client === undefined ? (named ?? place) : `env:${client}`;
  return { ...facts, id: `client-credentials:${name}`, kind: 'client-credentials' };
}

/** A client id that is written in the code is no secret. */
function clientName(m: Machine, form: Form, view: SinkView): string | undefined {
  const parts = partsAt(m, form, 'client_id', view);
  const text = parts.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('');
  return text === '' ? undefined : text;
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
