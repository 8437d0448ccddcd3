import type { BindingId, Expr, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { partsIn } from '../../values/sub-expressions.js';
import type { LoopFrame } from './loop-count.js';

type Bound = Extract<LoopFrame['bound'], { kind: 'counter' }>;

/** Whether each round brings a loop nearer to its end: its body neither takes the counter back nor moves what it is compared with. */
export function isSteady(module: ModuleSummary, { test, counter }: LoopFrame, bound: Bound): boolean {
  if (counter !== undefined) return true;
  const heads = headsOf(module, `${test}:head`);
  const base = bound.from.kind === 'reference' ? baseBinding(bound.from.binding) : '';
  const isDown = bound.step.kind === 'literal' && Number(bound.step.value) < 0;
  const goesOn = (again: Expr, head: BindingId): boolean =>
    isMadeOf(module, again, head, (expr) =>
      expr.kind === 'plus' && (expr.right === bound.step || isStep(expr.right, isDown))
        ? [expr.left]
        : undefined,
    );
  // Elements that are replaced leave a list as long as it was.
  const stays = (again: Expr, head: BindingId): boolean =>
    isMadeOf(module, again, head, (expr) => (expr.kind === 'assigned' ? [expr.target] : undefined));
  const compared = basesIn(bound.to);
  return [...heads].every(([head, again]) => {
    const own = baseBinding(head);
    if (own === base) return goesOn(again, head);
    return !compared.has(own) || stays(again, head);
  });
}

const isStep = (expr: Expr, isDown: boolean): boolean =>
  expr.kind === 'literal' && (isDown ? Number(expr.value) <= 0 : Number(expr.value) >= 0);

/** Whether a round surely adds whole numbers to a variable of a loop, or takes them off, and does nothing else to it. */
export function isSteps(module: ModuleSummary, again: Expr, head: BindingId, way: 'up' | 'down'): boolean {
  const stepped = (expr: Expr): Expr | undefined => {
    const [left, right] =
      expr.kind === 'plus'
        ? [expr.left, expr.right]
        : expr.kind === 'operator' && expr.operator === '-'
          ? expr.operands
          : [];
    const by = right?.kind === 'literal' ? Number(right.value) * (expr.kind === 'plus' ? 1 : -1) : 0;
    return (way === 'up' ? by >= 1 : by <= -1) ? left : undefined;
  };
  let last = again;
  for (let hops = 0; last.kind === 'reference' && last.binding !== head && hops < 8; hops++)
    last = module.bindings[last.binding]?.value ?? { kind: 'undefined' };
  const before = stepped(last);
  return (
    before !== undefined &&
    isMadeOf(module, before, head, (expr) => {
      const left = stepped(expr);
      return left && [left];
    })
  );
}

/** Variables that a loop assigns: what each is after a round, by its version at the loop's head. */
function headsOf(module: ModuleSummary, test: string): ReadonlyMap<BindingId, Expr> {
  return new Map(
    Object.entries(module.bindings).flatMap(([id, { value }]): [BindingId, Expr][] => {
      const again =
        value.kind === 'choice' && value.test === test && value.options.find((o) => o.branch === 'again');
      return again ? [[id, again.value]] : [];
    }),
  );
}

/** Whether a value comes from one version of a variable by steps of one kind alone. */
function isMadeOf(
  module: ModuleSummary,
  expr: Expr,
  head: BindingId,
  step: (expr: Expr) => readonly Expr[] | undefined,
  seen = new Set<BindingId>(),
): boolean {
  const all = (parts: readonly Expr[]): boolean =>
    parts.every((part) => isMadeOf(module, part, head, step, seen));
  if (expr.kind === 'choice') return all(expr.options.map(({ value }) => value));
  if (expr.kind !== 'reference') return all(step(expr) ?? []) && step(expr) !== undefined;
  if (expr.binding === head || seen.has(expr.binding)) return true;
  seen.add(expr.binding);
  const value = module.bindings[expr.binding]?.value;
  return value !== undefined && all([value]);
}

const basesIn = (expr: Expr): ReadonlySet<string> =>
  new Set(
    expr.kind === 'reference'
      ? [baseBinding(expr.binding)]
      : partsIn(expr).flatMap((part) => [...basesIn(part)]),
  );
