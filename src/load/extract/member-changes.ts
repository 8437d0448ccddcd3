import type {
  ArrayEntry,
  BindingId,
  Expr,
  FunctionIndex,
  ModuleSummary,
} from '../../model/module-summary.js';
import type { Program } from '../../program/program.js';
import { eachExpression } from '../../values/sub-expressions.js';
import { wordsOf } from './words.js';

/** What code does to members of an object: under which names, and of what. */
export interface MemberChange {
  readonly module: ModuleSummary;
  readonly within: FunctionIndex;
  readonly target: Expr;
  /** Names on the way to the member and its own; `any` where the code doesn't say. */
  readonly names: readonly string[] | 'any';
}

const made = new WeakMap<ModuleSummary, readonly MemberChange[]>();

/** All changes of a program under one of these names, or under any name. */
export const changesOf = (program: Program, names: readonly string[]): readonly MemberChange[] =>
  program.files.flatMap((file) => {
    const module = program.modules.get(file);
    return module === undefined
      ? []
      : changesIn(module).filter((one) => one.names === 'any' || one.names.some((n) => names.includes(n)));
  });

function changesIn(module: ModuleSummary): readonly MemberChange[] {
  const known = made.get(module);
  if (known) return known;
  const named = (target: Expr, path: readonly Expr[], within: FunctionIndex): MemberChange => ({
    module,
    within,
    target,
    names: path.every((key) => key.kind === 'literal') ? path.map((key) => String(key.value)) : 'any',
  });
  const changes = [
    ...[...module.stores, ...(module.deletions ?? [])].map(({ target, path, within }) =>
      named(target, path, within),
    ),
    ...Object.values(module.bindings).flatMap(({ value, within }) =>
      value.kind === 'assigned' ? [named(value.target, value.path, within)] : [],
    ),
    ...module.calls.flatMap(({ callee, args: [first, ...rest], within }): MemberChange[] => {
      const words = callee.kind === 'member' ? wordsOf(callee, module) : '';
      if (first === undefined || !changers.test(words)) return [];
      const names = merges.test(words) ? namesGiven(rest) : namesGiven([]);
      return [{ module, within, target: first.value, names }];
    }),
  ];
  made.set(module, changes);
  return changes;
}

/** Calls that change their first argument. */
const changers =
  /^(?:Object\.(?:assign|definePropert(?:y|ies))|Reflect\.(?:set|defineProperty|deleteProperty)|(?:_|lodash)\.(?:assign|assignIn|extend|merge|set|unset|update)(?:With)?)$/;
const merges = /\.(?:assign|assignIn|extend|merge)$/;

function namesGiven(objects: readonly ArrayEntry[]): MemberChange['names'] {
  const names = objects.flatMap(({ value, spread }) =>
    spread || value.kind !== 'object'
      ? [undefined]
      : value.entries.map((entry) =>
          entry.kind !== 'spread' && entry.key.kind === 'literal' ? String(entry.key.value) : undefined,
        ),
  );
  const known = names.filter((name) => name !== undefined);
  return names.length === 0 || known.length < names.length ? 'any' : known;
}

/** What an expression may have been made as; what `isKnown` tells of is not followed further. */
export function originsOf(
  module: ModuleSummary,
  expr: Expr,
  isKnown: (expr: Expr) => boolean,
  seen = new Set<BindingId>(),
): readonly Expr[] {
  const of = (...next: readonly Expr[]): readonly Expr[] =>
    next.flatMap((one) => originsOf(module, one, isKnown, seen));
  if (isKnown(expr)) return [expr];
  if (expr.kind === 'reference') {
    const value = module.bindings[expr.binding]?.value;
    if (seen.has(expr.binding)) return [];
    seen.add(expr.binding);
    return value ? of(value) : [expr];
  }
  if (expr.kind === 'assigned') return of(expr.target);
  const [first] = expr.kind === 'object' && expr.isChanged ? expr.entries : [];
  if (first?.kind === 'spread') return of(first.value);
  const values = sameIn(expr);
  return values.length === 0 ? [expr] : of(...values);
}

/** The parts of an expression each of which may be what it gives. */
function sameIn(expr: Expr): readonly Expr[] {
  if (expr.kind === 'choice') return expr.options.map(({ value }) => value);
  if (expr.kind === 'default') return [expr.left, expr.right];
  if (expr.kind === 'and') return [expr.right];
  return expr.kind === 'await' || expr.kind === 'type-cast' ? [expr.value] : [];
}

/** Whether an object that a variable or a field holds is seen as something else, too: given to others, or kept elsewhere. */
export function isSeenElsewhere(module: ModuleSummary, isHolder: (expr: Expr) => boolean): boolean {
  const isIt = (expr: Expr): boolean => isHolder(expr) || sameIn(expr).some(isIt);
  const given = [
    ...Object.entries(module.bindings).flatMap(([binding, { value }]) =>
      isHolder({ kind: 'reference', binding, at: [0, 0] }) ? [] : [value],
    ),
    ...module.exports.flatMap((e) => ('value' in e ? [e.value] : [])),
    ...module.calls.flatMap(({ callee, args }) => [
      ...(callee.kind === 'member' ? [callee.object] : []),
      ...args.flatMap(({ value, spread }) => (spread ? [] : [value])),
    ]),
    ...module.stores.map(({ value }) => value),
    ...module.functions.flatMap(({ returns, yields }) => [...returns, ...yields].map(({ value }) => value)),
    ...module.classes.flatMap(({ members }) => members.flatMap(({ value }) => value ?? [])),
  ];
  if (given.some(isIt)) return true;
  let isKept = false;
  eachExpression(module, (expr) => {
    if (expr.kind === 'assigned') isKept ||= isIt(expr.value);
    if (expr.kind === 'array') isKept ||= expr.items.some(({ value, spread }) => !spread && isIt(value));
    if (expr.kind === 'object')
      isKept ||= expr.entries.some((entry) => entry.kind === 'property' && isIt(entry.value));
  });
  return isKept;
}
