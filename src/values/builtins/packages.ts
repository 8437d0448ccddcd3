import { combine, flatMap, map } from '../alternatives.js';
import { argumentAt, invoke, listArguments } from '../call.js';
import { force } from '../evaluate.js';
import { hole } from '../holes.js';
import { callable } from '../imports.js';
import { callOf } from '../machine.js';
import { leadingText, stringOf, trailingText, type Part } from '../parts.js';
import { toParts } from '../to-string.js';
import { stringValue, sure, textOf, type Alternatives, type Lazy, type Value } from '../value.js';
import type { BuiltinCall } from './context.js';
import { contextValue, fromContext, inject } from './injection.js';
import { renderMustache } from './mustache.js';
import { formatUrl, parseUrl, resolveReference } from './legacy-url.js';
import { callLodash, onlyOfLodash } from './lodash.js';
import { mergeObjects } from './object.js';
import { rawTemplate } from './template.js';

type Known = (call: BuiltinCall) => Alternatives | undefined;

const first: Known = (call) => argumentAt(call.m, call.args, 0);

/** `path.posix.join`, `urlJoin(…)`: one slash between the parts. */
const joinPaths: Known = (call) => {
  const { items } = listArguments(call.m, call.args);
  return map(combine(items.map((item) => force(call.m, item))), (values) => {
    const lists = values
      .flatMap((v) => (v.kind === 'array' ? [] : [toParts(call.m, v, undefined, call.site.activation)]))
      .filter((l) => l.length > 0);
    return stringOf(
      lists.reduce<Part[]>((joined, next) => (joined.length === 0 ? next : joinTwo(joined, next)), []),
    );
  });
};

function joinTwo(left: readonly Part[], right: readonly Part[]): Part[] {
  const lead = leadingText(right);
  const tail = trailingText(left);
  if (lead.startsWith('?') || lead.startsWith('#')) return [...left, ...right];
  if (tail.endsWith('/') && lead.startsWith('/'))
    return [...left, { kind: 'text', text: lead.slice(1) }, ...right.slice(1)];
  return tail.endsWith('/') || lead.startsWith('/')
    ? [...left, ...right]
    : [...left, { kind: 'text', text: '/' }, ...right];
}

/** `util.format('%s/%s', base, version)`: a text with what stands for its `%s`. */
const format: Known = (call) => {
  const { items } = listArguments(call.m, call.args);
  return flatMap(combine(items.map((item) => force(call.m, item))), ([pattern, ...values]) => {
    const text = pattern && textOf(pattern);
    if (text === undefined || /%[^sdi]/.test(text)) return [];
    const pieces = text.split(/%[sdi]/);
    if (pieces.length !== values.length + 1) return [];
    const parts = pieces.flatMap((piece, i): Part[] => {
      const value = values[i];
      const filled = value ? toParts(call.m, value, undefined, call.site.activation) : [];
      return [...(piece === '' ? [] : [{ kind: 'text' as const, text: piece }]), ...filled];
    });
    return sure(stringOf(parts));
  });
};

/** Calls its first argument with the others, as redux-saga's effects do. */
const callFirst: Known = (call) => {
  const [fn, ...rest] = listArguments(call.m, call.args).items;
  if (!fn) return undefined;
  const { activation, index } = call.site;
  const from = { call: callOf(activation.module, index), index, activation };
  return flatMap(force(call.m, fn), (value) =>
    invoke(
      call.m,
      value,
      rest.map((v) => ({ spread: false, value: v })),
      undefined,
      activation,
      'effect',
      from,
    ),
  );
};

/** `stringify(parameters)`: their query string. */
const queryString: Known = (call) => {
  const { activation, index } = call.site;
  const text = hole('runtime', 'query', activation.module, callOf(activation.module, index).at);
  return map(argumentAt(call.m, call.args, 0), (value): Value =>
    value.kind === 'object' ? { ...text, query: value } : text,
  );
};

const useMemo: Known = (call) => {
  const { activation, index } = call.site;
  const from = { call: callOf(activation.module, index), index, activation };
  return flatMap(argumentAt(call.m, call.args, 0), (fn) =>
    invoke(call.m, fn, [], undefined, activation, 'memo', from),
  );
};

/** The initial value, or whatever the component sets later. */
function stateOf(call: BuiltinCall): Lazy {
  const { activation, index } = call.site;
  const later: Value = {
    ...hole('runtime', 'state', activation.module, callOf(activation.module, index).at),
    name: '',
  };
  return { kind: 'values', values: [...argumentAt(call.m, call.args, 0), ...sure(later)] };
}

const useState: Known = (call) => sure<Value>({ kind: 'array', items: [stateOf(call)], open: undefined });

const useRef: Known = (call) =>
  sure<Value>({
    kind: 'object',
    props: new Map([['current', stateOf(call)]]),
    open: undefined,
    home: undefined,
  });

/** `config.get('OT_TOKEN')` of Nest reads the environment; other keys are of configuration that the app loads. */
const nestSetting: Known = (call) => {
  const keys = argumentAt(call.m, call.args, 0).map(({ value }) => textOf(value));
  if (keys.length === 0 || !keys.every((key) => key !== undefined && /^[A-Z][A-Z0-9_]*$/.test(key)))
    return undefined;
  const { activation, index } = call.site;
  return map(argumentAt(call.m, call.args, 0), (key): Value =>
    hole('environment', `env:${textOf(key) ?? ''}`, activation.module, callOf(activation.module, index).at),
  );
};

/** `pick(object, ['a', 'b'])` and `omit(object, …)`: an object with some members of another one. */
const selected =
  (keeps: boolean): Known =>
  (call) => {
    const names = namesIn(call, listArguments(call.m, call.args).items.slice(1));
    if (!names) return undefined;
    const made = flatMap(argumentAt(call.m, call.args, 0), (given) =>
      flatMap(callable(call.m, given), (object) => {
        if (object.kind !== 'object') return [];
        const props = new Map([...object.props].filter(([key]) => names.has(key) === keeps));
        return sure<Value>({ ...object, props, home: undefined });
      }),
    );
    return made.length > 0 ? made : undefined;
  };

/** The texts of some arguments and of the lists among them; undefined where one isn't known. */
function namesIn(call: BuiltinCall, items: readonly Lazy[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const item of items) {
    const [only, ...others] = force(call.m, item);
    if (!only || others.length > 0) return undefined;
    const { value } = only;
    const texts = value.kind === 'array' && !value.open ? namesIn(call, value.items) : [textOf(value)];
    for (const text of texts ?? [undefined]) {
      if (text === undefined) return undefined;
      names.add(text);
    }
  }
  return names;
}

/** A known text as words in another case; change-case leaves digits where they are. */
const inCase =
  (join: (words: readonly string[]) => string): Known =>
  (call) => {
    const made = argumentAt(call.m, call.args, 0).map(({ value, guards }) => ({
      text: textOf(value),
      guards,
    }));
    if (call.args.length > 1 || made.some(({ text }) => text === undefined)) return undefined;
    return made.map(({ text = '', guards }) => ({ value: stringValue(join(wordsOf(text))), guards }));
  };

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\d]+/iu)
    .filter((word) => word !== '');

/** Functions of packages that give back, call or merge what they are given, as `package#member`. */
const functions: Readonly<Record<string, Known>> = {
  'path#join': joinPaths,
  'path#resolve': joinPaths,
  'path#posix.join': joinPaths,
  'path/posix#join': joinPaths,
  'url-join#': joinPaths,
  'url-join#urlJoin': joinPaths,
  'ufo#joinURL': joinPaths,
  'object-assign#': mergeObjects,
  'deepmerge#': mergeObjects,
  'merge-options#': mergeObjects,
  'querystring#stringify': queryString,
  'querystring#encode': queryString,
  'query-string#stringify': queryString,
  'qs#stringify': queryString,
  'lodash#merge': mergeObjects,
  'lodash#assign': mergeObjects,
  'lodash#extend': mergeObjects,
  'lodash#assignIn': mergeObjects,
  'lodash#pick': selected(true),
  'lodash#omit': selected(false),
  'lodash#clone': first,
  'lodash#cloneDeep': first,
  'lodash#memoize': first,
  'lodash#debounce': first,
  'lodash#throttle': first,
  'lodash#once': first,
  'bluebird#promisify': first,
  'bluebird#promisifyAll': first,
  'clone#': first,
  'clone-deep#': first,
  'klona#': first,
  'klona#klona': first,
  'fast-copy#': first,
  'fast-copy#copy': first,
  'ramda#clone': first,
  'mustache#render': renderMustache,
  'util#format': format,
  'change-case#snakeCase': inCase((words) => words.join('_').toLowerCase()),
  'change-case#kebabCase': inCase((words) => words.join('-').toLowerCase()),
  'change-case#paramCase': inCase((words) => words.join('-').toLowerCase()),
  'change-case#pathCase': inCase((words) => words.join('/').toLowerCase()),
  'util#promisify': first,
  'util#callbackify': first,
  'es6-promisify#promisify': first,
  'pify#': first,
  'url#parse': parseUrl,
  'url#format': formatUrl,
  'url#resolve': resolveReference,
  'react#useCallback': first,
  'react#memo': first,
  'react#forwardRef': first,
  'react#cache': first,
  'react#useMemo': useMemo,
  'react#use': contextValue,
  'react#useContext': contextValue,
  'react#useState': useState,
  'react#useRef': useRef,
  'redux-saga/effects#call': callFirst,
  'redux-saga/effects#fork': callFirst,
  'redux-saga/effects#spawn': callFirst,
  'svelte#getContext': fromContext('svelte'),
  'vue#inject': fromContext('vue'),
  '@angular/core#inject': inject,
  '@nestjs/config#ConfigService.new.get': nestSetting,
  '@nestjs/config#ConfigService.new.getOrThrow': nestSetting,
  '@forge/api#route': rawTemplate,
  '@forge/api#assumeTrustedRoute': first,
  // Wrappers that add to an HTTP client and behave as the one that they are given.
  'axios-cache-interceptor#setupCache': first,
  'axios-cookiejar-support#wrapper': first,
  'axios-rate-limit#': first,
  'fetch-cookie#': first,
  'fetch-retry#': first,
};

const ofLodash: ReadonlyMap<string, Known> = new Map(
  Object.entries(functions)
    .filter(([key]) => key.startsWith('lodash#'))
    .map(([key, fn]) => [key.slice('lodash#'.length).toLowerCase(), fn]),
);

/** The packages whose effects describe calls: redux-saga, and its typed twin. */
export const isEffects = (module: string): boolean =>
  module === 'redux-saga/effects' || module === 'typed-redux-saga';

/** Whether a function gives back a function that does what the one does that it is given: `promisify`, `debounce`. */
export const givesBack = (module: string, path: string): boolean => known(module, path) === first;

export const callPackage = (module: string, path: string, call: BuiltinCall): Alternatives | undefined =>
  known(module, path)?.(call) ?? callLodash(module, path, call);

function known(module: string, path: string): Known | undefined {
  const name = module
    .replace(/^node:/, '')
    .replace(/^(?:lodash-es|es-toolkit(?:\/compat)?|underscore)$/, 'lodash')
    .replace(/^typed-redux-saga$/, 'redux-saga/effects');
  const alone = onlyOfLodash(module, path);
  if (alone !== undefined) return ofLodash.get(alone.toLowerCase());
  const key = `${name}#${path}`;
  return Object.hasOwn(functions, key) ? functions[key] : undefined;
}
