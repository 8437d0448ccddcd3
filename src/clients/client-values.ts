import { combinations, cutsSoFar, flatMap, map, withRest } from '../values/alternatives.js';
import { urlOfObject } from '../values/builtins/url-object.js';
import { isOfPage } from '../values/builtins/url.js';
import { argumentAt, listArguments } from '../values/call.js';
import { force } from '../values/evaluate.js';
import { hole } from '../values/holes.js';
import { memberOf } from '../values/member.js';
import { pathOf } from '../values/path-of.js';
import { cutText, leadingText, normalize, type Part } from '../values/parts.js';
import { toParts } from '../values/to-string.js';
import {
  stringValue,
  sure,
  undefinedValue,
  type Alternatives,
  type Argument,
  type ExternalValue,
  type Lazy,
  type Step,
  type Value,
} from '../values/value.js';
import type { ClientCall, Target } from './client-model.js';

export { pathOf };

/** The file in which the call stands. */
export const fileOf = (call: ClientCall): string => call.site.activation.module.file;

/** The values of an argument; of a spread that the code doesn't list, what callers may pass there. */
export function argument(call: ClientCall, index: number): Alternatives {
  const values = argumentAt(call.m, call.args, index);
  return values.length > 0 ? values : spreadArgument(call, index);
}

function spreadArgument({ m, args }: ClientCall, index: number): Alternatives {
  const at = args.findIndex((a) => a.spread && isOpen(force(m, a.value)[0]?.value));
  const spread = args[at];
  const before = listArguments(m, args).items.length;
  if (!spread || before > index) return [];
  const array = force(m, spread.value)[0]?.value;
  const open = array?.kind === 'array' ? array.open : array;
  if (open?.kind !== 'hole') return [];
  const position = String(index - (array?.kind === 'array' ? before - array.items.length : before));
  return sure({
    ...open,
    name: `${open.name}[${position}]`,
    ...(open.origin ? { path: [...(open.path ?? []), position] } : {}),
  });
}

const isOpen = (value: Value | undefined): boolean =>
  value?.kind === 'hole' || (value?.kind === 'array' && value.open !== undefined);

export function lazyArgument(call: ClientCall, index: number): Lazy | undefined {
  return listArguments(call.m, call.args).items[index];
}

/** A property of every alternative; undefined where there is none. */
export function property(call: ClientCall, values: Alternatives, key: string): Alternatives {
  const { activation, index } = call.site;
  const at = activation.module.calls[index]?.at ?? [0, 0];
  const before = cutsSoFar();
  const found = flatMap(values, (value) => {
    if (value.kind === 'undefined' || value.kind === 'null') return sure(undefinedValue);
    if (
      value.kind === 'string' ||
      value.kind === 'number' ||
      value.kind === 'boolean' ||
      value.kind === 'function'
    )
      return sure(undefinedValue);
    return memberOf(call.m, value, key, activation, at);
  });
  // What is cut of a body or of headers says nothing of the URL.
  return withRest(found, before, () => hole('budget', key, activation.module, at));
}

/** The text that a value is: none that the code says where it is true or false. */
export const partsOf = (call: ClientCall, value: Value): Part[] =>
  toParts(call.m, value.kind === 'boolean' ? undefinedValue : value, undefined, call.site.activation);

/** A URL that is `false`, null or not given where something else may stand is none: no code means to ask for that. */
export function meantUrls(urls: Alternatives): Alternatives {
  const meant = urls.filter(({ value }) => isGiven(value));
  return meant.length > 0 ? meant : urls;
}

const none: ReadonlySet<Value['kind']> = new Set(['boolean', 'null', 'undefined']);
const isGiven = ({ kind }: Value): boolean => !none.has(kind);

/** A URL that an object says in parts, as one; other values as they are. */
export const urlInParts = (call: ClientCall, value: Value): Alternatives =>
  urlOfObject(call.m, value, call.site.activation);

/** The arguments of the last step of a kind on the way to the callee: `create(config)`. */
export function stepArguments(
  callee: ExternalValue,
  predicate: (step: Step, before: string) => boolean,
): readonly Argument[] | undefined {
  for (let i = callee.steps.length - 1; i >= 0; i--) {
    const step = callee.steps[i];
    if (
      step &&
      (step.kind === 'call' || step.kind === 'new') &&
      predicate(step, pathOf(callee.steps.slice(0, i)))
    )
      return step.args;
  }
  return undefined;
}

/** What was assigned to a member of the client: `client.defaults.baseURL = x`. */
export function assigned(call: ClientCall, path: readonly string[]): Alternatives | undefined {
  const values = call.callee.steps.flatMap((step) =>
    step.kind === 'assign' && step.path.join('.') === path.join('.') ? [step.value] : [],
  );
  const last = values.at(-1);
  return last && force(call.m, last);
}

export type JoinStyle = 'slash' | 'concat' | 'url';

/** Joins a client's base with a call's URL: absolute URLs stand alone. */
export function joinBase(base: readonly Part[], url: readonly Part[], style: JoinStyle): Part[] {
  const lead = leadingText(url);
  if (base.length === 0 || isOfPage(url) || /^[a-z][a-z0-9+.-]*:\/\//i.test(lead) || lead.startsWith('//'))
    return normalize(url);
  if (url.length === 0) return normalize(base);
  if (style === 'concat') return normalize([...base, ...url]);
  const [last, first] = [base.at(-1), url[0]];
  const left =
    last?.kind === 'text' && last.text.endsWith('/')
      ? [...base.slice(0, -1), cutText(last, 0, last.text.search(/\/+$/))]
      : [...base];
  const right: Part[] =
    first?.kind === 'text' && first.text.startsWith('/')
      ? [cutText(first, first.text.search(/[^/]|$/) - 1), ...url.slice(1)]
      : [{ kind: 'text', text: '/' }, ...url];
  if (lead.startsWith('?') || lead.startsWith('#')) return normalize([...base, ...url]);
  return normalize([...left, ...right]);
}

/** Targets of every consistent combination of method and URL. */
export function targets(
  call: ClientCall,
  methods: Alternatives,
  urls: Alternatives,
  base?: Alternatives,
  style: JoinStyle = 'slash',
): Alternatives<Target> {
  const lists = [methods, meantUrls(urls), base ?? sure<Value>(stringValue(''))];
  const { activation, index } = call.site;
  const { module } = activation;
  const rest = (i: number): Value =>
    hole('budget', ['method', 'url', 'base'][i] ?? '', module, module.calls[index]?.at ?? [0, 0]);
  return map(combinations(lists, rest), ([method = undefinedValue, url = undefinedValue, root]) => {
    const start = root && isGiven(root) ? partsOf(call, root) : [];
    // A call that gives no URL is sent to the base itself.
    const own = isGiven(url) || start.length === 0 ? partsOf(call, url) : [];
    return { method, url: joinBase(start, own, style) };
  });
}

export const fixed = (method: string): Alternatives => sure(stringValue(method));

/** The method where the code gives none: the client's default. An unknown value stays unknown. */
export const withDefault = (values: Alternatives, fallback: string): Alternatives =>
  map(values, (v): Value => (v.kind === 'undefined' || v.kind === 'null' ? stringValue(fallback) : v));
