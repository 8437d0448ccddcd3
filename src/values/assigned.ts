import { activationOf } from './activation-of.js';
import type { Expr } from '../model/module-summary.js';
import { combine, compact, flatMap } from './alternatives.js';
import { assignPath, assignTo } from './assign.js';
import { evaluate } from './evaluate.js';
import { type Machine } from './machine.js';
import type { Activation, Alternatives, Lazy, Value } from './value.js';

type Assigned = Extract<Expr, { kind: 'assigned' }>;

/**
 * A value after a member of it was assigned. A table that hundreds of statements fill is hundreds of versions deep:
 * the versions that nobody asked for yet are walked through in a loop, not one within the other.
 */
export function evaluateAssigned(m: Machine, expr: Assigned, activation: Activation): Alternatives {
  const links = [expr];
  let { target } = expr;
  for (let next = linkAt(m, target, activation); next; next = linkAt(m, target, activation)) {
    links.push(next);
    target = next.target;
  }
  let values = evaluate(m, target, activation);
  for (let i = links.length; i > 0;) {
    const entries = plainEntries(links, i, activation);
    if (entries.size > 1 && values.every((a) => a.value.kind === 'object')) {
      i -= entries.size;
      m.steps += entries.size;
      values = values.map(({ value, guards }) => ({ value: withEntries(value, entries), guards }));
      continue;
    }
    i -= 1;
    const link = links[i];
    if (link) values = assign(m, values, link, activation);
  }
  return values;
}

function assign(m: Machine, targets: Alternatives, link: Assigned, activation: Activation): Alternatives {
  const keys = combine(link.path.map((p) => evaluate(m, p, activation)));
  const lazy: Lazy = { kind: 'expr', expr: link.value, activation };
  return compact(
    flatMap(targets, (target) =>
      flatMap(keys, (values) => assignTo(m, target, assignPath(values), lazy, link, activation)),
    ),
  );
}

/** The assignment that made a version of the same variable, where that version is not known yet. */
function linkAt(m: Machine, target: Expr, activation: Activation): Assigned | undefined {
  if (target.kind !== 'reference') return undefined;
  const made = activation.module.bindings[target.binding];
  if (made?.value.kind !== 'assigned' || made.type) return undefined;
  const owner = activationOf(m, activation, made.within);
  return owner === activation && !owner.memo.has(target.binding) ? made.value : undefined;
}

/** Members that the links before `end` set one after the other, each under a name of its own that is written there. */
function plainEntries(links: readonly Assigned[], end: number, activation: Activation): Map<string, Lazy> {
  const entries = new Map<string, Lazy>();
  for (let i = end - 1; i >= 0; i--) {
    const link = links[i];
    const [key, ...deeper] = link?.path ?? [];
    if (!link || deeper.length > 0 || key?.kind !== 'literal' || typeof key.value !== 'string') break;
    if (key.value.startsWith('@') || entries.has(key.value)) break;
    entries.set(key.value, { kind: 'expr', expr: link.value, activation });
  }
  return entries;
}

const withEntries = (value: Value, entries: ReadonlyMap<string, Lazy>): Value =>
  value.kind === 'object' ? { ...value, props: new Map([...value.props, ...entries]) } : value;
