import type { GrantList } from '../../model/grant-list.js';
import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { evaluate, force } from '../../values/evaluate.js';
import { callOf, rootActivation, type Machine } from '../../values/machine.js';
import { noteKey } from '../../values/reads.js';
import { atOfExpr } from '../../values/holes.js';
import { normalize, type Part } from '../../values/parts.js';
import { toParts } from '../../values/to-string.js';
import { spanIn, type Activation, type Lazy, type OriginHole, type Value } from '../../values/value.js';
import { valuesIn } from '../../values/sub-expressions.js';
import { wordList, wordListOf, type WordList } from '../../values/word-list.js';
import { mentions, outermost } from '../expressions.js';
import { inContexts } from '../find-contexts.js';
import type { GrantSource, SearchInput } from '../grant-source.js';
import { queryParameter } from '../../values/query-parameter.js';
import { hostOf } from '../url-host.js';

/** URLs to which people are sent to consent: `https://…/authorize?scope=…`, written or put together. */
export const authorizeUrl: GrantSource = {
  id: 'authorize-url',
  title: 'OAuth 2.0 authorization request',
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1',
  search(input) {
    const lists: GrantList[] = [];
    for (const file of input.m.program.files) {
      const module = input.m.program.modules.get(file);
      if (!module || !mentions(module, 'scope')) continue;
      const found = [...written(input, module), ...setOnUrl(input, module)];
      if (found.length > 0) noteKey(input.m, 'scopes', '', file);
      lists.push(...found);
    }
    return lists;
  },
};

/** Names of the parameter; Slack asks for a user's scopes apart. */
const parameters = ['scope', 'user_scope'];

function written(input: SearchInput, module: ModuleSummary): GrantList[] {
  const lists: GrantList[] = [];
  const look = (expr: Expr, within: number): void => {
    const isText =
      expr.kind === 'concat' ||
      expr.kind === 'plus' ||
      (expr.kind === 'literal' && String(expr.value).includes('scope='));
    if (isText || isRequest(expr)) {
      const root = rootActivation(input.m, module, within);
      lists.push(...inContexts(input, root, (activation) => listsIn(input.m, expr, activation)));
    }
    if (!isText) for (const part of valuesIn(expr)) look(part, within);
  };
  for (const { expr, within } of outermost(module)) look(expr, within);
  return lists;
}

/** An object with the parameters of an authorization request, whatever makes a URL of it. */
function isRequest(expr: Expr): boolean {
  if (expr.kind !== 'object') return false;
  const keys = new Set(
    expr.entries.flatMap((e) => (e.kind === 'property' && e.key.kind === 'literal' ? [e.key.value] : [])),
  );
  return (
    keys.has('scope') && keys.has('client_id') && (keys.has('response_type') || keys.has('redirect_uri'))
  );
}

function listsIn(m: Machine, expr: Expr, activation: Activation): GrantList[] {
  const behind: Lazy = { kind: 'expr', expr, activation };
  return evaluate(m, expr, activation).flatMap(({ value }) => {
    if (value.kind === 'object') return listsOfQuery(m, value, expr, activation, undefined);
    const parts = normalize(toParts(m, value, undefined, activation));
    return listsOfUrl(m, parts, behind, expr, activation);
  });
}

function listsOfUrl(
  m: Machine,
  url: readonly Part[],
  behind: Lazy,
  expr: Expr,
  activation: Activation,
): GrantList[] {
  const host = hostOf(url);
  const text = url.map((p) => (p.kind === 'text' ? p.text : '\0')).join('');
  if (!isAuthorize(text, url)) return [];
  const fallback = placeOf(expr, activation);
  const lists = url.flatMap((part) =>
    part.kind === 'hole' && (part as OriginHole).query
      ? listsOfQuery(m, (part as OriginHole).query as Value, expr, activation, host)
      : [],
  );
  for (const name of parameters) {
    const parts = queryParameter(url, name);
    if (!parts) continue;
    const words = wordListOf(m, parts, behind, fallback);
    lists.push(...asList(words, host, fallback, envIn(queryParameter(url, 'client_id') ?? [])));
  }
  return lists;
}

/** A page where people consent, or a query that says so; other APIs have a `scope` too. */
function isAuthorize(text: string, url: readonly Part[]): boolean {
  const [path = '', ...query] = text.split('?');
  if (/\s/.test(path) || (!/^https?:\/\//i.test(path) && !path.startsWith('\0') && !path.startsWith('/')))
    return false;
  if (/\/(?:authori[sz]e|auth|o\/oauth2\/v2\/auth|dialog\/oauth|consent)\/?$/i.test(path) && query.length > 0)
    return true;
  const keys = /(?:^|[?&])(?:response_type|redirect_uri)=/;
  return (
    keys.test(query.join('?')) ||
    url.some((p) => {
      const props = p.kind === 'hole' ? (p as OriginHole).query?.props : undefined;
      return props !== undefined && (props.has('response_type') || props.has('redirect_uri'));
    })
  );
}

function listsOfQuery(
  m: Machine,
  query: Value,
  expr: Expr,
  activation: Activation,
  host: string | undefined,
): GrantList[] {
  if (query.kind !== 'object') return [];
  const fallback = placeOf(expr, activation);
  const clientId = query.props.get('client_id');
  const env = clientId
    ? force(m, clientId).flatMap(({ value }) => envIn(toParts(m, value, undefined, activation)))
    : [];
  return parameters.flatMap((name) => {
    const lazy = query.props.get(name);
    return lazy ? asList(wordList(m, lazy, activation, fallback), host, fallback, env) : [];
  });
}

/** `url.searchParams.set('scope', …)`. */
function setOnUrl(input: SearchInput, module: ModuleSummary): GrantList[] {
  return module.calls.flatMap(({ callee, args, within }, index) => {
    const [key, value] = args;
    if (
      callee.kind !== 'member' ||
      callee.object.kind !== 'member' ||
      key?.value.kind !== 'literal' ||
      !value
    )
      return [];
    const name = String(key.value.value);
    const isSet = callee.key.kind === 'literal' && /^(?:set|append)$/.test(String(callee.key.value));
    const isQuery = callee.object.key.kind === 'literal' && callee.object.key.value === 'searchParams';
    if (!isSet || !isQuery || !parameters.includes(name)) return [];
    const url = callee.object.object;
    return [
      ...inContexts(input, rootActivation(input.m, module, within), (activation) => {
        const fallback = spanIn(module, callOf(module, index).at);
        const texts = evaluate(input.m, url, activation).map((a) =>
          normalize(toParts(input.m, a.value, undefined, activation)),
        );
        const hosts = texts.flatMap((parts) => hostOf(parts) ?? []);
        const isPage = texts.some((parts) =>
          isAuthorize(`${parts.map((p) => (p.kind === 'text' ? p.text : '\0')).join('')}?`, parts),
        );
        const lazy: Lazy = { kind: 'expr', expr: value.value, activation };
        return isPage ? asList(wordList(input.m, lazy, activation, fallback), hosts[0], fallback, []) : [];
      }),
    ];
  });
}

const envIn = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((p) => (p.kind === 'hole' && p.name.startsWith('env:') ? [p.name.slice(4)] : []));

function placeOf(expr: Expr, activation: Activation): GrantList['span'] {
  const [start, end] = expr.kind === 'concat' || expr.kind === 'plus' ? firstAt(expr) : atOfExpr(expr);
  return spanIn(activation.module, [start, end]);
}

/** Where a joined text begins: the first of its parts that has a place. */
function firstAt(expr: Expr): readonly [number, number] {
  for (const part of valuesIn(expr)) {
    const at = part.kind === 'concat' || part.kind === 'plus' ? firstAt(part) : atOfExpr(part);
    if (at[1] > 0) return at;
  }
  return [0, 0];
}

const asList = (
  words: WordList,
  host: string | undefined,
  span: GrantList['span'],
  clientEnv: readonly string[],
): GrantList[] =>
  words.words.length === 0 && words.complete
    ? []
    : [
        {
          source: 'authorize-url',
          scopes: words.words.map(({ text, span: at }) => ({ name: text, span: at })),
          complete: words.complete,
          env: words.env,
          flow: 'user',
          span,
          clientEnv,
          ...(host === undefined ? {} : { host }),
        },
      ];
