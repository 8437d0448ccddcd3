import { constant, type Quantity } from '../quantity.js';
import { alternative, nothing, type Term } from '../term.js';
import { isNothing } from './run.js';

type Loop = Extract<Term, { kind: 'sequential-loop' }>;

/** A loop over work that others share, which may find none of it. */
function sharedLoop(term: Term): Loop | undefined {
  if (term.kind === 'sequential-loop') return term.shared && term;
  const [only, ...others] =
    term.kind === 'alternative' ? term.options.filter((option) => !isNothing(option)) : [];
  return only && others.length === 0 ? sharedLoop(only) : undefined;
}

/** So many loops over the same work: its rounds are divided among them. */
export function dividedAmong(count: Quantity, term: Term): Term | undefined {
  const loop = sharedLoop(term);
  return loop && { kind: 'lanes', lanes: count, count: loop.count, body: loop.body };
}

/** What is started together, with equal loops over the same work as one. */
export function sharing(branches: readonly Term[]): readonly Term[] {
  const alike = new Map<string, number>();
  const keyOf = (term: Term): string | undefined => sharedLoop(term) && JSON.stringify(term);
  for (const branch of branches) {
    const key = keyOf(branch);
    if (key !== undefined) alike.set(key, (alike.get(key) ?? 0) + 1);
  }
  return branches.flatMap((branch) => {
    const key = keyOf(branch);
    const count = key === undefined ? 1 : alike.get(key);
    if (key === undefined || count === 1) return [branch];
    alike.delete(key);
    return count === undefined ? [] : [dividedAmong(constant(count), branch) ?? branch];
  });
}

/** Where a run ends to which the work belongs, nobody else has a share of it. */
export function ownedBy(owner: string, term: Term): Term {
  const loop = sharedLoop(term);
  if (loop?.shared?.owner !== owner) return term;
  const own = { ...loop, shared: undefined };
  return term === loop ? own : alternative(own, nothing);
}
