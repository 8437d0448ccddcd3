import { UserError } from '../../model/errors.js';
import { field, isPlainObject, textOf } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';

/** Pointers longer than this lead nowhere in any real document. */
const maxReferenceLength = 4096;

/** References that follow one another before they are taken for a loop. */
const maxChain = 16;

/** An object behind its reference, with the fields that stand beside the `$ref` laid over it; or why there is none. */
export type Resolved =
  | { readonly kind: 'object'; readonly value: PlainObject }
  | { readonly kind: 'remote' | 'dangling' | 'loop'; readonly reference: string }
  | { readonly kind: 'none' };

/** Follows `#/` references. Nothing is ever read from another file or host. */
export function resolve(reading: Reading, value: unknown): Resolved {
  let current = value;
  let beside: PlainObject | undefined;
  let reference = '';
  for (let step = 0; step <= maxChain; step += 1) {
    if (!isPlainObject(current)) return step === 0 ? { kind: 'none' } : { kind: 'dangling', reference };
    const next = textOf(field(current, '$ref'));
    if (next === undefined)
      return { kind: 'object', value: beside === undefined ? current : { ...current, ...beside } };
    const { $ref: _ref, ...siblings } = current;
    if (Object.keys(siblings).length > 0) beside = { ...siblings, ...beside };
    reference = next;
    if (reference !== '#' && !reference.startsWith('#/')) {
      return { kind: reference.startsWith('#') ? 'dangling' : 'remote', reference };
    }
    if (reference.length > maxReferenceLength)
      return { kind: 'dangling', reference: `${reference.slice(0, 80)}...` };
    current = follow(reading.root, reference);
  }
  return { kind: 'loop', reference };
}

/** What a reference holds where the catalog would be wrong without it: anything but an object is a `UserError`. */
export function resolveNeeded(
  reading: Reading,
  value: unknown,
  what: string,
  line: number | undefined,
): PlainObject | undefined {
  const resolved = resolve(reading, value);
  if (resolved.kind === 'object') return resolved.value;
  if (resolved.kind === 'none') return undefined;
  const place = line === undefined ? { file: reading.file } : { file: reading.file, line };
  if (resolved.kind === 'remote') {
    throw new UserError(
      `${what} is a reference to another document: ${resolved.reference}.`,
      place,
      'Only references within the document (`#/...`) are followed: bundle it into one file first.',
    );
  }
  const problem =
    resolved.kind === 'loop' ? 'a reference that leads back to itself' : 'a reference to nothing';
  throw new UserError(`${what} is ${problem}: ${resolved.reference}.`, place, 'Correct the reference.');
}

function follow(root: PlainObject, reference: string): unknown {
  let current: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = /^\d+$/.test(key) ? current[Number(key)] : undefined;
    else if (isPlainObject(current)) current = field(current, key);
    else return undefined;
  }
  return current;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
