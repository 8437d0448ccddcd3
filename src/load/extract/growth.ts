import type { Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { followImport } from '../../program/program.js';
import { baseBinding } from '../../values/evaluate.js';
import { functionKey } from '../../values/machine.js';
import { originsOf } from './member-changes.js';
import { ownerAt } from './module-variables.js';
import type { Activation } from '../../values/value.js';
import type { Reader } from './reader.js';

/** Where a collection is read or written: what is kept under one name, and by what way the name came to it. */
interface Use {
  /** `file#variable.member`, or `.member` for a member of anything. */
  readonly key: string;
  readonly file: string;
  readonly base: string | undefined;
  readonly within: FunctionIndex;
  readonly at: number;
  /** It is seen under another name there, which doesn't change as the variable gets new versions. */
  readonly isHanded: boolean;
}

/** A place where elements are added to a collection. */
interface Growth extends Use {
  /** Whether versions of a variable say so, too. */
  readonly isFollowed: boolean;
}

interface Place extends Pick<Use, 'within' | 'at' | 'isHanded'> {
  readonly module: ModuleSummary;
  /** What is made of a collection is looked through: it is as long. */
  readonly throughCopies: boolean;
}

/** Methods that add to what they are called on. */
const adding: ReadonlySet<unknown> = new Set(['push', 'unshift', 'splice', 'add', 'set', 'append']);
const versioned: ReadonlySet<unknown> = new Set(['push', 'unshift', 'set', 'append']);
const mostHops = 6;

/** Whether something adds elements to a collection that what is known of its values doesn't tell of. */
export function isGrown(reader: Reader, expr: Expr, { module, fn: within }: Activation): boolean {
  const grown = growthOf(reader);
  if (grown.size === 0) return false;
  const at = 'at' in expr ? (expr.at?.[0] ?? 0) : 0;
  return usesOf(reader, expr, { module, within, at, isHanded: false, throughCopies: true }).some((use) =>
    (grown.get(use.key) ?? []).some((growth) => !isSeen(growth, use, reader)),
  );
}

/** A variable's own function leaves it with all that it adds; a value that it hands on has what was added before. */
function isSeen(growth: Growth, use: Use, { m }: Reader): boolean {
  const module = m.program.modules.get(growth.file);
  const owner = module && growth.base !== undefined ? ownerAt(module, growth.base) : undefined;
  if (!growth.isFollowed || growth.isHanded || growth.base !== use.base || growth.within !== owner)
    return false;
  if (use.file !== growth.file || use.within !== owner) return !use.isHanded;
  return growth.at < use.at || !use.isHanded;
}

const made = new WeakMap<Reader['graph'], ReadonlyMap<string, readonly Growth[]>>();

/** All places of the program where collections grow, by what is kept there. */
function growthOf(reader: Reader): ReadonlyMap<string, readonly Growth[]> {
  const known = made.get(reader.graph);
  if (known) return known;
  const all = new Map<string, Growth[]>();
  made.set(reader.graph, all);
  const add = (target: Expr, at: Pick<Place, 'module' | 'within' | 'at'>, isFollowed: boolean): void => {
    for (const use of usesOf(reader, target, { ...at, isHanded: false, throughCopies: false })) {
      const list = all.get(use.key) ?? [];
      list.push({ ...use, isFollowed });
      all.set(use.key, list);
    }
  };
  for (const module of reader.m.program.modules.values()) {
    for (const { callee, at, within } of module.calls)
      if (callee.kind === 'member' && callee.key.kind === 'literal' && adding.has(callee.key.value))
        add(
          callee.object,
          { module, within, at: at[0] },
          callee.object.kind === 'reference' && versioned.has(callee.key.value),
        );
    for (const { target, path, within, at } of module.stores)
      if (isElement(path)) add(memberOf(target, path), { module, within, at: at[0] }, false);
    for (const { value, within } of Object.values(module.bindings))
      if (value.kind === 'assigned' && isElement(value.path)) {
        const isLength = value.path.at(-1)?.kind === 'literal';
        const place = { module, within, at: value.at[0] };
        add(memberOf(value.target, value.path), place, !isLength);
      }
  }
  return all;
}

/** `list[i] = …`, `list.length = n`. */
function isElement(path: readonly Expr[]): boolean {
  const last = path.at(-1);
  return (
    last !== undefined &&
    (last.kind !== 'literal' || last.value === 'length' || typeof last.value === 'number')
  );
}

const memberOf = (target: Expr, path: readonly Expr[]): Expr =>
  path.slice(0, -1).reduce<Expr>((object, key) => ({ kind: 'member', object, key, at: [0, 0] }), target);

/** The names under which what an expression gives may be kept. */
function usesOf(reader: Reader, expr: Expr, place: Place, hops = 0): readonly Use[] {
  if (hops > mostHops) return [];
  const of = (next: Expr, changed: Partial<Place> = {}): readonly Use[] =>
    usesOf(reader, next, { ...place, ...changed }, hops + 1);
  const { module } = place;
  switch (expr.kind) {
    case 'reference': {
      const base = baseBinding(expr.binding);
      const values = [expr.binding, base].flatMap((id) => module.bindings[id] ?? []);
      const at = expr.at[0] || place.at;
      const own = { key: `${module.file}#${base}`, file: module.file, base, within: place.within, at };
      const others = values.flatMap(({ value, within }) => of(value, { within, at, isHanded: true }));
      return [
        { ...own, isHanded: place.isHanded },
        ...others.filter((other) => other.base !== base || other.file !== module.file),
      ];
    }
    case 'member':
      return expr.key.kind === 'literal' ? ofMember(expr.object, String(expr.key.value), place, of) : [];
    case 'parameter':
      return givenTo(reader, expr, place, of);
    case 'imported': {
      const target = followImport(reader.m.program, module.file, expr.module, expr.name);
      const home = target?.kind === 'values' ? reader.m.program.modules.get(target.file) : undefined;
      const values = target?.kind === 'values' ? target.exports.map(({ value }) => value) : [];
      return home
        ? values.flatMap((value) => of(value, { module: home, within: 0, at: 0, isHanded: true }))
        : [];
    }
    case 'call':
      return ofCall(reader, expr.call, place, of);
    case 'array':
      return place.throughCopies ? expr.items.flatMap(({ spread, value }) => (spread ? of(value) : [])) : [];
    case 'choice':
      return expr.options.flatMap(({ value }) => of(value));
    case 'default':
      return [...of(expr.left), ...of(expr.right)];
    case 'await':
    case 'type-cast':
      return of(expr.value);
    case 'assigned':
      return of(expr.target);
    default:
      return [];
  }
}

const given = new WeakMap<Reader['graph'], Map<string, readonly Use[]>>();

/** What the calls of a function give for a parameter. */
function givenTo(
  { graph }: Reader,
  { fn, index }: Extract<Expr, { kind: 'parameter' }>,
  { module, throughCopies }: Place,
  of: Uses,
): readonly Use[] {
  const known = given.get(graph) ?? new Map<string, readonly Use[]>();
  given.set(graph, known);
  const key = `${functionKey(module, fn)}/${index}/${throughCopies}`;
  const before = known.get(key);
  if (before) return before;
  known.set(key, []);
  const uses = (graph.callers.get(functionKey(module, fn)) ?? []).flatMap((site) => {
    const call = site.module.calls[site.index];
    const arg = call?.args[index];
    if (call === undefined || arg === undefined || arg.spread) return [];
    return of(arg.value, { module: site.module, within: call.within, at: call.at[0], isHanded: true });
  });
  const distinct = [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
  known.set(key, distinct);
  return distinct;
}

type Uses = (expr: Expr, changed?: Partial<Place>) => readonly Use[];

/** A member of a variable's object, and of any object of which the code doesn't say which one it is. */
function ofMember(object: Expr, name: string, { module, within, at }: Place, of: Uses): readonly Use[] {
  const roots = object.kind === 'reference' ? of(object) : [];
  const isWritten = originsOf(module, object, () => false).every(({ kind }) => kind === 'object');
  const field = { key: `.${name}`, file: module.file, base: undefined, within, at, isHanded: true };
  const given = object.kind === 'this' ? module.classes.flatMap(({ members }) => members) : [];
  return [
    ...roots.map((root) => ({ ...root, key: `${root.key}.${name}` })),
    ...(isWritten ? [] : [field]),
    ...given.flatMap((member) =>
      member.key === name && member.value
        ? of(member.value, { within: member.within ?? 0, isHanded: true })
        : [],
    ),
  ];
}

/** What a call makes of a collection, or gives of one that its function keeps. */
function ofCall({ m }: Reader, index: number, { module, throughCopies }: Place, of: Uses): readonly Use[] {
  const call = module.calls[index];
  if (call === undefined) return [];
  const { callee, args } = call;
  const parts = [...(callee.kind === 'member' ? [callee.object] : []), ...args.map((arg) => arg.value)];
  const copied = throughCopies ? parts.flatMap((part) => (part.kind === 'function' ? [] : of(part))) : [];
  if (callee.kind === 'member') return copied;
  const value = callee.kind === 'reference' ? module.bindings[callee.binding]?.value : callee;
  const target =
    value?.kind === 'imported' ? followImport(m.program, module.file, value.module, value.name) : undefined;
  const home = target?.kind === 'values' ? m.program.modules.get(target.file) : undefined;
  const functions =
    home && target?.kind === 'values' ? target.exports.map((e) => e.value) : value ? [value] : [];
  const where = home ?? module;
  return [
    ...copied,
    ...functions.flatMap((fn) => {
      const name = fn.kind === 'reference' ? where.bindings[fn.binding]?.value : fn;
      if (name?.kind !== 'function') return [];
      const place = { module: where, within: name.fn, at: 0, isHanded: true };
      return (where.functions[name.fn]?.returns ?? []).flatMap((result) => of(result.value, place));
    }),
  ];
}
