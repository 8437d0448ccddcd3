import type { Expr, FunctionIndex, ModuleSummary, ObjectEntry } from '../model/module-summary.js';
import { eachExpression } from './sub-expressions.js';

type ObjectExpr = Extract<Expr, { kind: 'object' }>;

/** Options of a component: an object whose `methods` or `computed` are objects of functions. */
export const isComponent = (options: ObjectExpr): boolean =>
  ['methods', 'computed'].some((name) =>
    membersOf(options, name).some(([, value]) => value.kind === 'function'),
  );

/** The component that options describe, which its functions see as `this`: methods beside what is computed. */
export function componentOf(options: ObjectExpr): ObjectExpr {
  const methods = named(options, 'methods');
  const component: ObjectExpr = {
    kind: 'object',
    entries: [
      ...mixedIn(options),
      ...(methods ? [{ kind: 'spread' as const, value: methods }] : []),
      ...membersOf(options, 'computed').flatMap(([key, value]): ObjectEntry[] => {
        const fn = getterOf(value);
        return fn === undefined ? [] : [{ kind: 'getter', key, fn }];
      }),
    ],
    at: options.at,
  };
  components.add(component);
  return component;
}

const components = new WeakSet<Expr>();

/** Whether an object stands for the component that options describe. */
export const isComponentOf = (object: Expr): boolean => components.has(object);

/** The functions that run with the component as `this`. */
export const functionsOf = (options: ObjectExpr): readonly FunctionIndex[] =>
  [
    ...membersOf(options, undefined),
    ...['methods', 'computed', 'watch'].flatMap((name) => membersOf(options, name)),
  ].flatMap(([, value]) => functionsIn(value));

/** A function, or those of `{ get() {}, set() {} }`, `{ handler() {} }` and lists of such. */
function functionsIn(value: Expr): readonly FunctionIndex[] {
  if (value.kind === 'function') return [value.fn];
  if (value.kind === 'array') return value.items.flatMap((item) => functionsIn(item.value));
  return ['get', 'set', 'handler'].flatMap((name) => {
    const found = named(value, name);
    return found?.kind === 'function' ? [found.fn] : [];
  });
}

const getterOf = (value: Expr): FunctionIndex | undefined => {
  const getter = value.kind === 'object' ? named(value, 'get') : value;
  return getter?.kind === 'function' ? getter.fn : undefined;
};

/** The methods of `mixins: [a, b]` and `extends: Base`, which the component's own replace. */
function mixedIn(options: ObjectExpr): ObjectEntry[] {
  const base = named(options, 'extends');
  const mixins = named(options, 'mixins');
  const all = [
    ...(base ? [base] : []),
    ...(mixins?.kind === 'array' ? mixins.items.flatMap((i) => (i.spread ? [] : [i.value])) : []),
  ];
  return all.map((object) => ({
    kind: 'spread',
    value: { kind: 'member', object, key: { kind: 'literal', value: 'methods' }, at: options.at },
  }));
}

/** What an object says under a key. */
export function named(object: Expr, name: string): Expr | undefined {
  return membersIn(object).find(([key]) => key.kind === 'literal' && key.value === name)?.[1];
}

type Member = readonly [key: Expr, value: Expr];

const membersIn = (object: Expr): readonly Member[] =>
  object.kind === 'object'
    ? object.entries.flatMap((e): Member[] => (e.kind === 'property' ? [[e.key, e.value]] : []))
    : [];

/** The members of an object, or of the one that it has under a name. */
function membersOf(options: ObjectExpr, name: string | undefined): readonly Member[] {
  const object = name === undefined ? options : named(options, name);
  return object ? membersIn(object) : [];
}

const injecting = new WeakMap<ModuleSummary, ReadonlySet<string>>();

/** The names under which components of a module ask for what the application provides: `inject: ['api']`. */
export function injectedNames(module: ModuleSummary): ReadonlySet<string> {
  const known = injecting.get(module);
  if (known) return known;
  const names = new Set<string>();
  eachExpression(module, (expr) => {
    const list = named(expr, 'inject');
    if (list?.kind !== 'array') return;
    for (const { value } of list.items) if (value.kind === 'literal') names.add(String(value.value));
  });
  injecting.set(module, names);
  return names;
}
