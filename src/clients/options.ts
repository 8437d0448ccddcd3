import { flatMap, map } from '../values/alternatives.js';
import { invoke } from '../values/call.js';
import { force } from '../values/evaluate.js';
import {
  isNullish,
  lazyValue,
  sure,
  undefinedValue,
  type Alternatives,
  type ExternalValue,
  type Lazy,
  type Value,
} from '../values/value.js';
import type { ClientCall, RequestParts } from './client-model.js';
import { argument, partsOf, property } from './client-values.js';

/** The words on the way from a package to a client's members. */
export interface ClientShape {
  /** Names under which scripts find the client when nothing declares them. */
  readonly globals: readonly string[];
  /** Exports, and members, that are the client itself. */
  readonly names: readonly string[];
  /** Functions that make an instance with defaults of its own: `create`. */
  readonly makers: readonly string[];
}

/**
 * The member of a client that a call reaches, through any number of instances: `get` of `default.create().get`.
 * Empty for the client itself; undefined when the way there is none of the client's.
 */
export function clientMember({ callee, path }: ClientCall, shape: ClientShape): string | undefined {
  const words = path === '' ? [] : path.split('.');
  if (callee.module === 'global' && !shape.globals.includes(words.shift() ?? '')) return undefined;
  while (
    words[0] !== undefined &&
    (shape.names.includes(words[0]) || shape.makers.some((name) => words[0] === `${name}()`))
  )
    words.shift();
  const rest = words.join('.');
  return /[()]/.test(rest) ? undefined : rest;
}

/** The options that instances on the way to the callee were made with, nearest first. */
export function instanceOptions(call: ClientCall, makers: readonly string[]): Alternatives[] {
  const { steps } = call.callee;
  const out: Alternatives[] = [];
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    if (step.kind !== 'call' || before?.kind !== 'member' || !makers.includes(before.name)) return;
    for (const { spread, value } of step.args) {
      if (spread) continue;
      const given = force(call.m, value);
      const [only, ...others] = given;
      const instance = others.length === 0 && isInstance(call, only?.value) ? only?.value : undefined;
      if (instance) out.unshift(...instanceOptions({ ...call, callee: instance }, makers));
      else out.unshift(flatMap(given, (v) => madeFrom(call, v)));
    }
  });
  return out;
}

/** Another instance, whose options `extend(instance)` takes over. */
const isInstance = ({ callee }: ClientCall, value: Value | undefined): value is ExternalValue =>
  value?.kind === 'external' && value.module === callee.module;

/** Options, or a function that makes them from the ones before. One of several instances brings defaults that are not followed. */
function madeFrom(call: ClientCall, value: Value): Alternatives {
  if (value.kind === 'function') return invoke(call.m, value, [], undefined, call.site.activation, 'options');
  return sure(value.kind === 'external' && value.module === call.callee.module ? undefinedValue : value);
}

/** The first of several option objects that gives the key decides; undefined when none does. */
export function option(
  call: ClientCall,
  sources: readonly Alternatives[],
  ...keys: readonly string[]
): Alternatives {
  const ways = sources.flatMap((source) => keys.map((key) => ({ source, key })));
  const from = (at: number): Alternatives => {
    const way = ways[at];
    if (!way) return sure(undefinedValue);
    return flatMap(property(call, way.source, way.key), (value) =>
      value.kind === 'undefined' ? from(at + 1) : sure(value),
    );
  };
  return from(0);
}

/**
 * The base that relative URLs are joined to. Options that can't be told are taken to give none:
 * what a caller may add to them seldom is another base.
 */
export function baseOption(
  call: ClientCall,
  sources: readonly Alternatives[],
  ...keys: readonly string[]
): Alternatives {
  const told = sources.map((source) =>
    map(source, (value): Value => {
      const says = value.kind === 'object' ? keys.some((key) => value.props.has(key)) : value.kind !== 'hole';
      return says ? value : undefinedValue;
    }),
  );
  return option(call, told, ...keys);
}

export const isAbsent = (values: Alternatives): boolean =>
  values.every((a) => a.value.kind === 'undefined' || a.value.kind === 'null');

/** A value that is there, for the parts of a request that are optional. */
export const given = (values: Alternatives): Lazy | undefined =>
  isAbsent(values) ? undefined : { kind: 'values', values };

/** Under which options a client takes what is no URL and no method. */
export interface OptionNames {
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly retry?: readonly string[];
}

/** Headers, query, body, retry options and the client's variable, from option objects that begin with the nearest. */
export function described(
  call: ClientCall,
  sources: readonly Alternatives[],
  names: OptionNames,
): Omit<RequestParts, 'targets'> {
  const read = (keys: readonly string[] = []): Lazy | undefined => given(option(call, sources, ...keys));
  const [query, body, retry] = [read(names.query), read(names.body), read(names.retry)];
  return {
    headers: [...sources].reverse().map((source) => option(call, [source], 'headers')),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...(retry ? { retry } : {}),
    ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
  };
}

/** Headers that a client makes from an option: `Bearer` and the token. */
export function authorization(
  call: ClientCall,
  scheme: 'Bearer' | 'Basic',
  tokens: Alternatives,
): Alternatives {
  return map(tokens, (token): Value => {
    if (token.kind === 'undefined' || token.kind === 'null') return undefinedValue;
    const value: Value = {
      kind: 'string',
      parts: [{ kind: 'text', text: `${scheme} ` }, ...partsOf(call, token)],
    };
    return {
      kind: 'object',
      props: new Map([['Authorization', lazyValue(value)]]),
      open: undefined,
      home: undefined,
    };
  });
}

/** An object with one property. */
export const pair = (key: string, value: Lazy): Value => ({
  kind: 'object',
  props: new Map([[key, value]]),
  open: undefined,
  home: undefined,
});

/** A call's `(url, options)` or `(options)`. */
export interface UrlAndOptions {
  /** Undefined when the URL is a property of the options. */
  readonly url: Alternatives | undefined;
  readonly options: Alternatives;
}

/** Reads `(url, options)` and `(options)`, the two forms that most clients take, from the arguments at an index on. */
export function urlAndOptions(call: ClientCall, at = 0): UrlAndOptions {
  const first = argument(call, at);
  const second = argument(call, at + 1);
  const hasOptions = second.some((a) => a.value.kind === 'object');
  // What stands beside options is a URL, also where it may be nothing yet.
  const urls = hasOptions ? first.filter(({ value }) => isNullish(value) !== true) : first;
  const isUrl = urls.length > 0 && urls.every((a) => isText(a.value) || (hasOptions && isUnknown(a.value)));
  if (isUrl) return { url: urls, options: withoutFunctions(second) };
  // `ajax(undefined, { url })`: nothing was given before them.
  return { url: undefined, options: hasOptions && urls.length === 0 ? second : first };
}

/** What nobody knows, also as what a package gives. */
const isUnknown = ({ kind }: Value): boolean => kind === 'hole' || kind === 'external';

/** Unknown values are URLs where their type or their name says so. */
function isText(value: Value): boolean {
  if (value.kind !== 'hole') return value.kind === 'string' || value.kind === 'url';
  const type = value.type?.ref;
  if (type?.kind === 'primitive') return type.name === 'string';
  return type === undefined || type.kind === 'union'
    ? /(?:ur[il]|href|link|endpoint|path|address)(?:\(\))?$/i.test(value.name)
    : type.kind === 'values' || (type.kind === 'named' && type.name.at(-1) === 'URL');
}

/** A callback where options could stand is none; a function of the language is one. */
const withoutFunctions = (values: Alternatives): Alternatives =>
  map(values, (v): Value => (isFunction(v) ? undefinedValue : v));

const isFunction = (value: Value): boolean =>
  value.kind === 'function' ||
  value.kind === 'method' ||
  (value.kind === 'external' && value.module === 'global');
