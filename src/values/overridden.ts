import type { HoleValue, Lazy } from './value.js';

/** Properties that something unknown may have replaced: what is known of each stays one possibility. */
export function overridden(props: ReadonlyMap<string, Lazy>, by: HoleValue): Map<string, Lazy> {
  const out = new Map<string, Lazy>();
  for (const [key, lazy] of props)
    out.set(key, { kind: 'overridable', value: lazy, by: { ...by, name: `${by.name}.${key}` } });
  return out;
}
