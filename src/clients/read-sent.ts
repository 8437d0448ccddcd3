import type { AbstractString } from '../model/abstract-string.js';
import type { ClientRequest, SentValue } from '../model/client-request.js';
import type { CallGraph } from '../values/call-graph.js';
import { force } from '../values/evaluate.js';
import type { Machine } from '../values/machine.js';
import { pathOf } from '../values/path-of.js';
import { withStores } from '../values/stores.js';
import { textOf, type Alternatives, type Lazy, type Value } from '../values/value.js';
import type { SinkView } from './candidate.js';
import { valuesPassed } from './fill.js';

const unknown: SentValue = { kind: 'unknown' };
const deepest = 6;
const mostItems = 100;

/** What a request sends beside its headers: the JSON body, and the names of its query parameters. */
export function readSent(
  m: Machine,
  graph: CallGraph,
  view: SinkView,
  url: AbstractString,
): Pick<ClientRequest, 'body' | 'query' | 'complete'> {
  const { body, complete = [] } = view.parts;
  const [inUrl, inOptions] = [queryOf(url), optionNames(m, view.parts.query)];
  const known = complete.filter((part) => part === 'headers' || (inUrl.isAll && inOptions.isAll));
  const sent = body ? sentBody(m, graph, force(m, body)) : unknown;
  return {
    ...(sent.kind === 'unknown' ? {} : { body: sent }),
    query: [...new Set([...inUrl.names, ...inOptions.names])].sort(),
    complete: known,
  };
}

interface Names {
  readonly names: readonly string[];
  readonly isAll: boolean;
}

/** Parameter names of a URL. A hole that could hold a query, or more than one value, hides others. */
function queryOf(url: AbstractString): Names {
  const shown = url.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
  const [beforeHash = ''] = shown.split('#');
  const at = beforeHash.indexOf('?');
  if (at < 0) return { names: [], isAll: !beforeHash.endsWith('\0') };
  const pairs = beforeHash
    .slice(at + 1)
    .split('&')
    .filter((pair) => pair !== '');
  const names = pairs.map((pair) => pair.split('=')[0] ?? '').filter((name) => !name.includes('\0'));
  return { names, isAll: names.length === pairs.length };
}

function optionNames(m: Machine, query: Lazy | undefined): Names {
  if (!query) return { names: [], isAll: true };
  const values = force(m, query).map(({ value }) => value);
  const objects = values.flatMap((value) => (value.kind === 'object' ? [value] : []));
  return {
    names: objects.flatMap((object) => [...object.props.keys()]),
    isAll: values.every(
      (v) => v.kind === 'object' && !v.open && v.home === undefined && v.builtin === undefined,
    ),
  };
}

/** JSON text stands for what it was made from; other text is no JSON body that is known. */
function sentBody(m: Machine, graph: CallGraph, values: Alternatives): SentValue {
  return allOf(
    values.map(({ value }): SentValue => {
      const stringified = stringifiedBy(value);
      if (stringified) return allOf(force(m, stringified).map((a) => jsonOf(m, graph, a.value)));
      return value.kind === 'string' ? parsed(textOf(value)) : jsonOf(m, graph, value);
    }),
  );
}

/** A value as JSON; of a parameter that nobody gave yet, what its known callers give alike. */
function jsonOf(m: Machine, graph: CallGraph, value: Value): SentValue {
  if (value.kind !== 'hole') return toSent(m, value, 0);
  return allOf([...valuesPassed(m, graph, value)].map((passed) => toSent(m, passed.value, 0)));
}

const allOf = (sent: readonly SentValue[]): SentValue =>
  sent.length === 0 ? unknown : sent.reduce((a, b) => inCommon(a, b));

/** The first argument of `JSON.stringify(value)`; a function that picks or changes fields makes it unknown. */
function stringifiedBy(value: Value): Lazy | undefined {
  if (value.kind !== 'external' || value.module !== 'global' || pathOf(value.steps) !== 'JSON.stringify()')
    return undefined;
  const step = value.steps.at(-1);
  const args = step?.kind === 'call' ? step.args : [];
  return args.length === 1 && args[0]?.spread === false ? args[0].value : undefined;
}

function parsed(text: string | undefined): SentValue {
  try {
    return fromJson(JSON.parse(text ?? ''), 0);
  } catch {
    return unknown;
  }
}

function fromJson(value: unknown, depth: number): SentValue {
  if (value === null) return { kind: 'null' };
  if (depth > deepest) return unknown;
  if (Array.isArray(value))
    return { kind: 'array', items: value.slice(0, mostItems).map((item) => fromJson(item, depth + 1)) };
  if (typeof value === 'object')
    return {
      kind: 'object',
      fields: Object.fromEntries(Object.entries(value).map(([key, v]) => [key, fromJson(v, depth + 1)])),
    };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { kind: typeof value as 'string' | 'number' | 'boolean' }
    : unknown;
}

function sentValue(m: Machine, values: Alternatives, depth: number): SentValue {
  return allOf(values.map(({ value }) => toSent(m, value, depth)));
}

function toSent(m: Machine, value: Value, depth: number): SentValue {
  if (depth > deepest) return unknown;
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: value.kind };
    case 'array':
      return {
        kind: 'array',
        items: value.items
          .slice(0, value.open ? 0 : mostItems)
          .map((item) => sentValue(m, force(m, item), depth + 1)),
      };
    case 'object': {
      // A builtin's properties, or a method that makes the JSON, say nothing of what is sent.
      if (value.builtin !== undefined || value.props.has('toJSON')) return unknown;
      const fields = [...withStores(m, value)].map(([key, lazy]) => [
        key,
        sentValue(m, force(m, lazy), depth + 1),
      ]);
      return { kind: 'object', fields: Object.fromEntries(fields) as Record<string, SentValue> };
    }
    default:
      return unknown;
  }
}

/** What two possible values have in common. */
export function inCommon(a: SentValue, b: SentValue): SentValue {
  if (a.kind === 'array' && b.kind === 'array')
    return {
      kind: 'array',
      items:
        a.items.length === b.items.length
          ? a.items.map((item, i) => inCommon(item, b.items[i] ?? unknown))
          : [],
    };
  if (a.kind === 'object' && b.kind === 'object') {
    const shared = Object.entries(a.fields).flatMap(([key, value]) => {
      const other = b.fields[key];
      return other ? [[key, inCommon(value, other)] as const] : [];
    });
    return { kind: 'object', fields: Object.fromEntries(shared) };
  }
  return a.kind === b.kind ? a : unknown;
}
