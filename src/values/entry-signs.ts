import { textMark } from '../model/text-mark.js';
import { functionKey, type Machine, type StoreEntry } from './machine.js';
import { noteKey, thingOf, type Reader, type ReadLog } from './reads.js';
import type { Activation, ClassValue, FunctionValue, InstanceValue, Lazy } from './value.js';

/**
 * Notes an entry of the file whose entries are looked for. `sign` says all by which others may tell it from another
 * one without a step in that file: who takes one depends on the file anyway. It has no offsets in it, and no numbers
 * of functions, as edits beside an entry change these. An entry without a sign counts as another one whenever its file
 * is looked at again.
 */
export function noteEntry(m: Reader, index: string, key: string, sign: string | undefined): void {
  noteKey(m, index, key);
  const { reads } = m;
  const file = reads?.indexed;
  if (!reads || file === undefined) return;
  const signs = reads.signs.get(file) ?? new Map<string, readonly (string | undefined)[]>();
  reads.signs.set(file, signs);
  const thing = thingOf(index, key);
  signs.set(thing, [...(signs.get(thing) ?? []), sign]);
}

/** The keys under which a file has entries that all are signed, each behind a mark of its entries in their order. */
export function signedKeys(signs: ReadLog['signs']): ReadonlyMap<string, ReadonlySet<string>> {
  const out = new Map<string, ReadonlySet<string>>();
  for (const [file, keys] of signs) {
    const signed = [...keys].filter(([, entries]) => !entries.includes(undefined));
    if (signed.length > 0)
      out.set(file, new Set(signed.map(([key, entries]) => `${textMark(JSON.stringify(entries))}\0${key}`)));
  }
  return out;
}

/** The key of a row of `signedKeys`. */
export const signedKey = (row: string): string => row.slice(row.indexOf('\0') + 1);

/** What a member assignment of a file shows: which member, of which instances, and what is assigned. */
export function signOfStore(m: Machine, { path, value, instance }: StoreEntry): string | undefined {
  const file = m.reads?.indexed ?? '';
  const [of, assigned] = [instance ? makerSign(instance, file) : '', signOfLazy(m, value, file)];
  return of === undefined || assigned === undefined ? undefined : JSON.stringify([path, of, assigned]);
}

/** Of instances that other files make, which one it is shows nowhere. */
function makerSign({ isRoot, from }: InstanceValue, file: string): string | undefined {
  if (isRoot) return 'any';
  return from?.activation.module.file === file ? 'own' : undefined;
}

/** What is found by nobody's call in particular, by whoever asks: other values were found when the entry was. */
function signOfLazy(m: Machine, lazy: Lazy, file: string): string | undefined {
  if (lazy.kind !== 'expr' || lazy.activation.module.file !== file || !isRoot(m, lazy.activation))
    return undefined;
  return withoutPlaces(lazy.expr);
}

const isRoot = (m: Machine, activation: Activation): boolean =>
  m.roots.get(functionKey(activation.module, activation.fn)) === activation;

/** What a class shows as one that extends others. */
export const signOfClass = (m: Machine, { summary, activation }: ClassValue): string | undefined =>
  isRoot(m, activation) ? withoutPlaces(summary) : undefined;

/** Functions of the file itself are told apart by who runs them. */
export function signOfFunction(m: Machine, fn: FunctionValue): string | undefined {
  const { activation, self, bound } = fn;
  if (self || bound.length > 0 || !isRoot(m, activation)) return undefined;
  return activation.module.file === m.reads?.indexed ? '' : functionKey(activation.module, fn.fn);
}

/** Fields with numbers that a file's functions, calls and classes have. */
const numbered: ReadonlySet<string> = new Set(['fn', 'call', 'cls', 'within', 'constructorFn']);
/** Fields with names in which offsets follow `@`, `:` and `~`. */
const named: ReadonlySet<string> = new Set(['binding', 'test', 'branch', 'last', 'counter', 'head', 'back']);

const withoutPlaces = (said: object): string =>
  JSON.stringify(said, (field, value: unknown) => {
    if (field === 'at') return undefined;
    if (numbered.has(field)) return true;
    return named.has(field) && typeof value === 'string' ? value.replace(/(?<=[@:~])\d+/g, '') : value;
  });
