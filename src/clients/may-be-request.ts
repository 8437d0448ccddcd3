import { classChain } from '../values/inheritance.js';
import type { Machine } from '../values/machine.js';
import { pathOf } from '../values/path-of.js';
import { resolveType } from '../values/types.js';
import type { HoleType, Value } from '../values/value.js';

const requestName = /(?:req|request)(?:\(\))?$|\.clone\(\)$/i;
const urlName = /(?:ur[il]s?|href|origin|link|endpoint|host|path|pathname|src|address)(?:\(\)|\[.*\])?$/i;

/**
 * Whether what `fetch` is given may be a request, which has a method of its own. Text and URLs are none. Of what the
 * code doesn't give, its declaration says it, and where that says nothing, it may be anything but what is named like
 * a URL or comes from the environment.
 */
export function mayBeRequest(m: Machine, value: Value): boolean {
  if (value.kind === 'object') return true;
  if (value.kind === 'instance') return extendsRequest(m, value.of);
  if (value.kind === 'hole')
    return (
      (value.type && declaredRequest(m, value.type)) ??
      (value.reason !== 'environment' && !urlName.test(value.name))
    );
  if (value.kind !== 'external') return false;
  const path = pathOf(value.steps);
  return !urlName.test(path);
}

function extendsRequest(m: Machine, of: Value): boolean {
  const base = classChain(m, of).at(-1);
  return base?.kind === 'external' && isNamedSo(pathOf(base.steps));
}

const isNamedSo = (name: string): boolean => requestName.test(name);

/** Whether values of a type may be requests; undefined where the type doesn't say. */
function declaredRequest(m: Machine, type: HoleType, depth = 0): boolean | undefined {
  const { ref, module } = type;
  if (depth > 4) return undefined;
  if (ref.kind === 'union') {
    const each = ref.of.map((one) => declaredRequest(m, { ref: one, module }, depth + 1));
    return each.includes(true) || (each.includes(undefined) ? undefined : false);
  }
  if (ref.kind === 'values' || ref.kind === 'keyof') return false;
  if (ref.kind === 'primitive') return ref.name === 'any' || ref.name === 'unknown' ? undefined : false;
  if (ref.kind !== 'named') return undefined;
  if (ref.binding === undefined) return globalRequest(ref.name.at(-1) ?? '');
  const target = resolveType(m, type);
  if (target?.kind === 'type') return declaredRequest(m, target.type, depth + 1);
  return target?.kind === 'external' ? !urlName.test(target.name) : undefined;
}

/** `Request`, `RequestInfo`, and the types of frameworks that are named so; other types of the platform aren't fetched. */
function globalRequest(name: string): boolean | undefined {
  if (/^URL$|^String$/.test(name)) return false;
  return /Request/.test(name) ? true : undefined;
}
