import type { AbstractString } from '../model/abstract-string.js';
import { force } from '../values/evaluate.js';
import { decisions } from '../values/guards.js';
import type { Machine } from '../values/machine.js';
import { isPick } from '../values/member.js';
import { normalize, plainParts, type Part } from '../values/parts.js';
import { toParts } from '../values/to-string.js';
import type { Alternatives, ObjectValue } from '../values/value.js';
import type { SinkView } from './candidate.js';

export interface ReadHeaders {
  /** By lower-case name; the last value that is possible. */
  readonly values: Readonly<Record<string, AbstractString>>;
  /** By lower-case name; every value that is possible. */
  readonly parts: ReadonlyMap<string, readonly (readonly Part[])[]>;
  /** Names of headers whose values callers decide: by the key of a table, or by the class of an object. */
  readonly varying: ReadonlySet<string>;
}

/** Reads the headers of a request. What surely sends a header takes the place of what earlier objects say of it. */
export function readHeaders(m: Machine, view: SinkView): ReadHeaders {
  const values: Record<string, AbstractString> = {};
  const all = new Map<string, (readonly Part[])[]>();
  const varying = new Set<string>();
  for (const source of view.parts.headers) {
    for (const key of surelySet(m, source)) all.delete(key);
    for (const { value, guards } of source) {
      if (value.kind !== 'object') continue;
      for (const [name, lazy] of value.props) {
        const key = name.toLowerCase();
        for (const { value: header, guards: inner } of force(m, lazy)) {
          if ([...decisions(guards), ...decisions(inner)].some(({ key }) => isForCallers(key)))
            varying.add(key);
          const parts = normalize(toParts(m, header, undefined, view.activation));
          values[key] = plainParts(parts);
          all.set(key, [...(all.get(key) ?? []), parts]);
        }
      }
    }
  }
  return { values, parts: all, varying };
}

const isForCallers = (decision: string): boolean => isPick(decision) || decision.endsWith(':this');

/** The lower-case names that every alternative of an object gives a value. */
function surelySet(m: Machine, source: Alternatives): readonly string[] {
  const [first, ...others] = source.map(({ value }) => (value.kind === 'object' ? value : undefined));
  if (!first || others.includes(undefined)) return [];
  return [...first.props.keys()]
    .map((name) => name.toLowerCase())
    .filter((name) => [first, ...others].every((object) => object && gives(m, object, name)));
}

const gives = (m: Machine, { props }: ObjectValue, name: string): boolean =>
  [...props].some(
    ([key, lazy]) =>
      key.toLowerCase() === name &&
      force(m, lazy).every(({ value }) => value.kind !== 'undefined' && value.kind !== 'null'),
  );
