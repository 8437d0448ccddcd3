import type { AbstractString } from '../model/abstract-string.js';
import { force } from '../values/evaluate.js';
import type { Machine } from '../values/machine.js';
import { normalize, type Part } from '../values/parts.js';
import { toParts } from '../values/to-string.js';
import type { SinkView } from './candidate.js';

export interface ReadHeaders {
  /** By lower-case name; the last value that is possible. */
  readonly values: Readonly<Record<string, AbstractString>>;
  /** By lower-case name; every value that is possible. */
  readonly parts: ReadonlyMap<string, readonly (readonly Part[])[]>;
}

/** Reads the headers of a request. */
export function readHeaders(m: Machine, view: SinkView): ReadHeaders {
  const values: Record<string, AbstractString> = {};
  const all = new Map<string, (readonly Part[])[]>();
  for (const source of view.parts.headers) {
    for (const { value } of source) {
      if (value.kind !== 'object') continue;
      for (const [name, lazy] of value.props) {
        const key = name.toLowerCase();
        for (const { value: header } of force(m, lazy)) {
          const parts = normalize(toParts(m, header, undefined, view.activation));
          values[key] = parts.map((p) =>
            p.kind === 'text' ? p : { kind: 'hole', reason: p.reason, name: p.name, at: p.at },
          );
          all.set(key, [...(all.get(key) ?? []), parts]);
        }
      }
    }
  }
  return { values, parts: all };
}
