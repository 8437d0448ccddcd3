import { under } from './alternatives.js';
import { force } from './evaluate.js';
import { oneGuard } from './guards.js';
import { runApart } from './loaded-with.js';
import { askAside, type Machine } from './machine.js';
import { pathOf } from './path-of.js';
import { provisionsIn } from './provisions.js';
import { indexing, noteKey, readKey } from './reads.js';
import { storeKey } from './stores.js';
import { textOf, type Alternatives, type ExternalValue, type Lazy, type Value } from './value.js';

/**
 * What code gives a framework under a name, and the framework hands to code elsewhere: a member of all components, a
 * context, a token.
 */
export interface Provision {
  readonly key: string;
  readonly value: Lazy;
}

/** A member that all components have: `app.config.globalProperties.$api`, Nuxt's `provide: { api }`. */
export const memberKey = (name: string): string => `member:${name}`;

/** What one framework keeps under a key, which is a text or an object that the code made for it. */
export function keyOf(framework: string, key: Value | undefined): string | undefined {
  if (!key) return undefined;
  const named = textOf(key) ?? storeKey(key);
  return named === undefined || named === '' ? undefined : `${framework}:${named}`;
}

/** A React context by the call that makes it; undefined for other values. */
export function contextKey(context: Value): string | undefined {
  if (context.kind !== 'external' || !/^(?:React\.)?createContext\(\)$/.test(pathOf(context.steps)))
    return undefined;
  const site = contextCall(context)?.call;
  return site && `context:${site.activation.module.file}#${site.index}`;
}

/** The call `createContext(value)` that a context comes from. */
export function contextCall(
  context: ExternalValue,
): Extract<ExternalValue['steps'][number], { kind: 'call' | 'new' }> | undefined {
  const step = context.steps.at(-1);
  return step?.kind === 'call' ? step : undefined;
}

/** A provision, and the file that makes it. */
interface By extends Provision {
  readonly file: string;
}

const indexes = new WeakMap<Machine, ReadonlyMap<string, readonly By[]>>();

/** More provisions of one name than this are not told apart. */
const most = 8;

/** What the program provides under a key, as far as the file that asks runs together with it; undefined for nothing. */
export function provided(m: Machine, key: string, file: string): Alternatives | undefined {
  readKey(m, 'provided', key);
  const all = (indexOf(m).get(key) ?? []).filter((one) => !runApart(m, one.file, file));
  if (all.length === 0 || all.length > most) return undefined;
  const [first] = all;
  if (all.length === 1 && first) return force(m, first.value);
  return all.flatMap(({ value, file: by }, i) => under(force(m, value), oneGuard(key, `${by}#${i}`)));
}

export const prepareProvisions = (m: Machine): void => void indexOf(m);

/** Looked up once for a program; the steps that it takes are no request's own. */
function indexOf(m: Machine): ReadonlyMap<string, readonly By[]> {
  const known = indexes.get(m);
  if (known) return known;
  // While it is being made, it is empty.
  indexes.set(m, new Map());
  const index = new Map<string, By[]>();
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    indexing(m, file, () => {
      for (const one of askAside(m, () => provisionsIn(m, module))) {
        index.set(one.key, [...(index.get(one.key) ?? []), { ...one, file }]);
        noteKey(m, 'provided', one.key);
      }
    });
  }
  indexes.set(m, index);
  return index;
}
