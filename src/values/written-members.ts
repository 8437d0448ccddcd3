import type { BindingId, Expr, FunctionIndex, ModuleSummary, ObjectEntry } from '../model/module-summary.js';
import { map, under } from './alternatives.js';
import { whileFinding } from './circles.js';
import { baseBinding, evaluate } from './evaluate.js';
import { oneGuard } from './guards.js';
import { componentOf, functionsOf, isComponent, isComponentOf } from './component-options.js';
import { construct } from './instance.js';
import type { Machine } from './machine.js';
import { eachExpression } from './sub-expressions.js';
import { thisValue } from './this.js';
import { sure, type Activation, type Alternatives, type HoleValue, type Value } from './value.js';

/**
 * `this` of a function that is written as a member of an object, where no call says what it is: that object. Others
 * may call it on an object that has more, so what isn't known of it may be anything. Undefined where it is no member.
 */
export function writtenThis(m: Machine, owner: Activation, other: HoleValue): Alternatives | undefined {
  const holder = holdersIn(owner.module).get(owner.fn);
  if (!holder || !owner.parent) return undefined;
  const key = `${owner.id}:holder`;
  // An object may be made of what its own member gives.
  const { parent } = owner;
  const found = (): Alternatives => {
    if (holder.kind === 'this') return thisAround(m, parent);
    const written = map(evaluate(m, holder, parent), (value) => opened(value, other));
    if (isComponentOf(holder))
      return written.map(({ value, guards }) => ({ value: onItsOwn(value), guards }));
    // Callers may call it on another object, and say so.
    return under(written, oneGuard(`${owner.id}:this`, 'written'));
  };
  return whileFinding<Alternatives | undefined>(m, key, found, () => undefined);
}

/** A component is always its own `this`: callers say nothing of its other members. */
function onItsOwn(value: Value): Value {
  if (value.kind !== 'object' || !value.open) return value;
  const { origin: _origin, ...open } = value.open;
  return { ...value, open };
}

/** `this` of the function around. */
function thisAround(m: Machine, around: Activation): Alternatives {
  let maker = around;
  while (maker.summary.kind === 'arrow' && maker.parent) maker = maker.parent;
  return thisValue(m, maker);
}

/** `this` of a function that nobody calls and that gives it functions as members: the object that it makes with `new`. */
export function madeThis(m: Machine, { module, fn, parent }: Activation): Alternatives | undefined {
  if (!parent || !makersIn(module).has(fn)) return undefined;
  const maker = { kind: 'function', fn, activation: parent, self: undefined, bound: [] } as const;
  return sure(construct(m, maker, undefined, undefined));
}

function opened(value: Value, other: HoleValue): Value {
  if (value.kind === 'object') return value.open ? value : { ...value, open: other };
  return value.kind === 'hole' || value.kind === 'undefined' ? other : value;
}

/** The objects as whose members the functions of a module are written, as expressions of the functions around. */
type Holders = ReadonlyMap<FunctionIndex, Expr>;

const indexes = new WeakMap<ModuleSummary, Holders>();

function holdersIn(module: ModuleSummary): Holders {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<FunctionIndex, Expr>();
  const hold = (value: Expr, holder: Expr): void => {
    if (value.kind === 'function') index.set(value.fn, holder);
  };
  const components: ObjectExpr[] = [];
  eachExpression(module, (expr) => {
    if (expr.kind !== 'object' || isDescriptor(expr)) return;
    for (const fn of functionsIn(expr)) index.set(fn, expr);
    if (isComponent(expr)) components.push(expr);
  });
  for (const [id, versions] of versionsIn(module)) {
    const whole = wholeOf(id, versions);
    for (const { value } of versions) {
      // What is assigned to the variable later belongs to the object too.
      if (whole && value.kind === 'object') for (const fn of functionsIn(value)) index.set(fn, whole);
      if (value.kind === 'assigned') hold(value.value, memberOfPath(whole ?? value.target, value.path));
    }
  }
  for (const { target, path, value } of module.stores)
    if (!path.some((key) => key.kind === 'literal' && key.value === 'prototype'))
      hold(value, memberOfPath(target, path));
  for (const options of components) {
    const component = componentOf(options);
    for (const fn of functionsOf(options)) index.set(fn, component);
  }
  const all = exportsOf(module);
  for (const e of module.exports) if (e.kind === 'value') hold(e.value, all);
  indexes.set(module, index);
  return index;
}

const makers = new WeakMap<ModuleSummary, ReadonlySet<FunctionIndex>>();

/** The functions that set members of their `this` to functions. */
function makersIn(module: ModuleSummary): ReadonlySet<FunctionIndex> {
  const known = makers.get(module);
  if (known) return known;
  const found = new Set<FunctionIndex>();
  for (const { target, path, value, within } of module.stores) {
    if (target.kind !== 'this' || path.length !== 1 || value.kind !== 'function') continue;
    let fn: FunctionIndex | undefined = within;
    while (fn !== undefined && module.functions[fn]?.kind === 'arrow') fn = module.functions[fn]?.parent;
    if (fn !== undefined) found.add(fn);
  }
  makers.set(module, found);
  return found;
}

type ObjectExpr = Extract<Expr, { kind: 'object' }>;

/** The functions that are written as members of an object, or of one that is spread into it. */
function functionsIn(object: ObjectExpr): readonly FunctionIndex[] {
  return object.entries.flatMap((e) => {
    if (e.kind === 'getter') return [e.fn];
    if (e.kind === 'spread') return e.value.kind === 'object' ? functionsIn(e.value) : [];
    return e.value.kind === 'function' ? [e.value.fn] : [];
  });
}

const descriptorKeys: ReadonlySet<unknown> = new Set([
  'get',
  'set',
  'value',
  'enumerable',
  'configurable',
  'writable',
]);

/** `{ get() {}, enumerable: true }` may describe a member of another object. */
const isDescriptor = ({ entries }: ObjectExpr): boolean =>
  entries.every((e) => e.kind === 'property' && e.key.kind === 'literal' && descriptorKeys.has(e.key.value));

/** What is changed by an assignment to the end of a path. */
const memberOfPath = (target: Expr, path: readonly Expr[]): Expr =>
  path.slice(0, -1).reduce((object, key) => ({ kind: 'member', object, key, at: [0, 0] }), target);

/** Everything that a CommonJS module exports. */
const exportsOf = (module: ModuleSummary): Expr => ({
  kind: 'object',
  entries: module.exports.flatMap((e): ObjectEntry[] => {
    if (e.kind === 'assignment') return [{ kind: 'spread', value: e.value }];
    return e.kind === 'value'
      ? [{ kind: 'property', key: { kind: 'literal', value: e.name }, value: e.value }]
      : [];
  }),
  at: [0, 0],
});

interface Version {
  readonly id: BindingId;
  readonly value: Expr;
}

function versionsIn(module: ModuleSummary): ReadonlyMap<string, readonly Version[]> {
  const all = new Map<string, Version[]>();
  for (const [id, { value }] of Object.entries(module.bindings)) {
    const list = all.get(baseBinding(id)) ?? [];
    list.push({ id, value: value.kind === 'type-cast' ? value.value : value });
    all.set(baseBinding(id), list);
  }
  return all;
}

/** A variable that holds one object all the time, with all that is assigned to it: its last version. */
function wholeOf(id: string, versions: readonly Version[]): Expr | undefined {
  const made = versions.filter((v) => !continues(v.value, id));
  const [last] = [...versions].sort((a, b) => rank(b.id) - rank(a.id));
  return made.length === 1 && last ? { kind: 'reference', binding: last.id, at: [0, 0] } : undefined;
}

/** Whether a version is the object of the versions before it, or nothing yet. */
function continues(value: Expr, id: string): boolean {
  const [first] = value.kind === 'object' ? value.entries : [];
  const before = value.kind === 'assigned' ? value.target : first?.kind === 'spread' ? first.value : value;
  if (before.kind === 'choice')
    return before.options.every((o) => o.value.kind === 'reference' && baseBinding(o.value.binding) === id);
  return before.kind === 'undefined' || (before.kind === 'reference' && baseBinding(before.binding) === id);
}

/** Versions in the order of the text; that of all closures, and the last one, at the end. */
function rank(id: BindingId): number {
  const version = id.split('#')[1];
  if (version === undefined) return 0;
  return version === 'any' ? Infinity : version === 'final' ? Number.MAX_SAFE_INTEGER : Number(version);
}
