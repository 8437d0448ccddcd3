import { combine, map } from '../alternatives.js';
import { force } from '../evaluate.js';
import { hole } from '../holes.js';
import type { Machine } from '../machine.js';
import { leadingText, normalize, type Part } from '../parts.js';
import { toParts } from '../to-string.js';
import {
  sure,
  textOf,
  undefinedValue,
  type Activation,
  type Alternatives,
  type ObjectValue,
  type Value,
} from '../value.js';

const text = (value: string): Part => ({ kind: 'text', text: value });

const fields = ['protocol', 'hostname', 'host', 'port', 'pathname', 'path', 'search', 'query'] as const;

/** Whether an object has what Node's legacy URL objects have. */
export const isUrlObject = (value: Value): value is ObjectValue =>
  value.kind === 'object' &&
  value.builtin === undefined &&
  ['hostname', 'host', 'pathname'].some((key) => value.props.has(key));

/**
 * The URL that an object of its parts says, `{ protocol, hostname, port, pathname, search }`, as `url.format` joins
 * them. Other values are given back.
 */
export function urlOfObject(m: Machine, value: Value, activation: Activation): Alternatives {
  if (!isUrlObject(value)) return sure(value);
  const lists = fields.map((key) => {
    const lazy = value.props.get(key);
    return lazy ? force(m, lazy) : sure<Value>(value.open ? { ...value.open, name: key } : undefinedValue);
  });
  return map(combine(lists), (values): Value => {
    const given = (key: (typeof fields)[number]): Part[] => {
      const part = values[fields.indexOf(key)];
      return !part || part.kind === 'undefined' || part.kind === 'null'
        ? []
        : toParts(m, part, undefined, activation);
    };
    const authority = value.props.has('host')
      ? given('host')
      : [...given('hostname'), ...(value.props.has('port') ? after(given('port'), ':') : [])];
    const path = value.props.has('pathname')
      ? given('pathname')
      : value.props.has('path')
        ? given('path')
        : [];
    const query = value.props.has('search') || value.props.has('query');
    const unknown = hole('runtime', 'query', activation.module, [0, 0]);
    return {
      kind: 'url',
      href: normalize([
        ...(authority.length > 0 ? [...schemeOf(values[0]), text('//'), ...authority] : []),
        ...(path.length > 0 && !leadingText(path).startsWith('/') ? [text('/')] : []),
        ...path,
        ...(query ? [text('?'), unknown] : []),
      ]),
    };
  });
}

/** Without a scheme, the URL is one of the page's or of the client's. */
function schemeOf(protocol: Value | undefined): Part[] {
  const name = protocol && textOf(protocol);
  if (name === undefined) return [];
  return [text(name.endsWith(':') ? name : `${name}:`)];
}

const after = (parts: readonly Part[], separator: string): Part[] =>
  parts.length > 0 ? [text(separator), ...parts] : [];
