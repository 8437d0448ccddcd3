import type { Call, Expr, ModuleSummary } from '../model/module-summary.js';
import { isTest } from '../program/entries.js';
import { named } from '../values/component-options.js';
import { nameOfCallee } from '../values/holes.js';
import { injectingNames } from '../values/injected.js';
import { mayChange } from '../values/object-changes.js';
import { providingNames, writtenProvisions } from '../values/provisions.js';
import { eachExpression } from '../values/sub-expressions.js';
import type { Imported } from './made-of.js';

/** What a module gives to code that needn't import it: it changes what others have, or hands something to a framework. */
export interface Gift {
  readonly values: readonly Expr[];
  /** A function of another module that is told the values: only where that keeps them does anybody else see them. */
  readonly told?: Imported;
}

const known = new WeakMap<ModuleSummary, readonly Gift[]>();

/** All that a module may give, told by its form alone. */
export function giftsOf(module: ModuleSummary): readonly Gift[] {
  const before = known.get(module);
  if (before) return before;
  const gifts: Gift[] = [];
  for (const { target, value } of module.stores) if (!isOwn(target, module)) gifts.push({ values: [value] });
  for (const { value } of Object.values(module.bindings))
    if (value.kind === 'assigned' && !isOwn(value.target, module)) gifts.push({ values: [value.value] });
  for (const call of module.calls) {
    const values = call.args.map((a) => a.value);
    if (isHandedOn(call, module)) gifts.push({ values });
    const told = toldBy(call, module);
    if (told) gifts.push({ values, told });
  }
  eachExpression(module, (expr) => {
    const values = writtenProvisions(expr);
    if (values.length > 0) gifts.push({ values });
  });
  known.set(module, gifts);
  return gifts;
}

/** Whether only those see an object who import the module: its own, or an instance of a class of it. */
function isOwn(target: Expr, module: ModuleSummary): boolean {
  if (target.kind === 'this') return true;
  if (target.kind === 'member') return isOwn(target.object, module);
  if (target.kind !== 'reference') return target.kind === 'object' || target.kind === 'array';
  const made = module.bindings[target.binding]?.value;
  return (
    made !== undefined &&
    (['object', 'array', 'function', 'class'].includes(made.kind) ||
      (made.kind === 'reference' && made.binding !== target.binding && isOwn(made, module)) ||
      (made.kind === 'assigned' && isOwn(made.target, module)))
  );
}

const registering: ReadonlySet<string> = new Set([...providingNames, ...injectingNames]);

/** Whether a call may hand what it is given to code elsewhere. */
function isHandedOn({ kind, callee, args }: Call, module: ModuleSummary): boolean {
  const [props] = args;
  if (kind === 'jsx')
    return props !== undefined && named(props.value, 'value') !== undefined && mayProvide(callee, module);
  const name = nameOfCallee(callee, module);
  return args.length > 0 && (registering.has(name) || mayChange(name));
}

/** `<Context.Provider value={…}>`, `<SWRConfig value={…}>`, and `<Context value={…}>`. */
function mayProvide(callee: Expr, module: ModuleSummary): boolean {
  const made = callee.kind === 'reference' ? module.bindings[callee.binding]?.value : undefined;
  return made?.kind === 'call' || /(?:Provider|Context|Config)$/i.test(nameOfCallee(callee, module));
}

/** The function of another module that a statement calls by an imported name, or a member of what that is. */
function toldBy({ callee, isStatement }: Call, module: ModuleSummary): Gift['told'] {
  if (isStatement !== true || isTest(module.file)) return undefined;
  let root = callee;
  while (root.kind === 'member') root = root.object;
  const imported = root.kind === 'reference' ? module.bindings[root.binding]?.value : undefined;
  if (imported?.kind !== 'imported') return undefined;
  const name = callee.kind === 'member' ? nameOfCallee(callee, module) : imported.name;
  return { module: imported.module, name };
}
