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
  /** A function that is told the values: only where that keeps them does anybody else see them. */
  readonly told?: Told;
  /** What a class extends: only a class of the program is asked for elsewhere. */
  readonly extending?: Expr;
}

interface Told {
  readonly kind: Call['kind'];
  readonly name: string;
  /** The import that leads to it. */
  readonly from?: Imported;
}

const known = new WeakMap<ModuleSummary, readonly Gift[]>();

/** All that a module may give, told by its form alone. */
export function giftsOf(module: ModuleSummary): readonly Gift[] {
  const before = known.get(module);
  if (before) return before;
  const gifts: Gift[] = [...extendings(module)];
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
function isHandedOn(call: Call, module: ModuleSummary): boolean {
  const { kind, callee, args } = call;
  if (kind === 'jsx') return isProvider(call, module);
  const name = nameOfCallee(callee, module);
  return args.length > 0 && (registering.has(name) || mayChange(name));
}

/** `<Context.Provider value={…}>`, `<SWRConfig value={…}>`, and `<Context value={…}>`. */
export function isProvider({ kind, callee, args }: Call, module: ModuleSummary): boolean {
  const [props] = args;
  if (kind !== 'jsx' || !props || named(props.value, 'value') === undefined) return false;
  const made = callee.kind === 'reference' ? module.bindings[callee.binding]?.value : undefined;
  return made?.kind === 'call' || /(?:Provider|Context|Config)$/i.test(nameOfCallee(callee, module));
}

/**
 * The function that a statement tells something, or a callback that gives back what it calls: one that is imported, or
 * by name a member of anything that may be the program's, a parameter, or a class that is made.
 */
function toldBy(call: Call, module: ModuleSummary): Told | undefined {
  const { kind, callee, args, isStatement, awaited } = call;
  if (args.length === 0 || isTest(module.file)) return undefined;
  const root = rootOf(callee, module);
  const isCallback = awaited === 'return' && root.kind === 'parameter';
  if (!(isStatement === true || isCallback || kind === 'new' || kind === 'jsx')) return undefined;
  // A method of one's own tells nobody else.
  const isOwnMethod = callee.kind === 'member' && callee.object.kind === 'this';
  if (root.kind === 'global' || isOwnMethod) return undefined;
  const from = root.kind === 'imported' ? root : undefined;
  const isImported = callee.kind === 'reference' && module.bindings[callee.binding]?.value === from;
  const name = from && isImported ? from.name : nameOfCallee(callee, module);
  return name === '' ? undefined : { kind, name, ...(from && { from }) };
}

/** What a value is got from: an import, a parameter, a global, or something that is made here. */
function rootOf(expr: Expr, module: ModuleSummary, depth = 0): Expr {
  const inner = depth < 12 ? gotFrom(expr, module) : undefined;
  return inner ? rootOf(inner, module, depth + 1) : expr;
}

function gotFrom(expr: Expr, module: ModuleSummary): Expr | undefined {
  switch (expr.kind) {
    case 'member':
      return expr.object;
    case 'element':
    case 'rest':
      return expr.of;
    case 'await':
    case 'type-cast':
      return expr.value;
    case 'call':
      return module.calls[expr.call]?.callee;
    case 'reference':
      return module.bindings[expr.binding]?.value;
    case 'default':
      return expr.left;
    case 'choice':
      return expr.options[0]?.value;
    default:
      return undefined;
  }
}

/** A class below another one is what code gets that asks for that. */
const extendings = ({ classes }: ModuleSummary): readonly Gift[] =>
  classes.flatMap((cls, index) =>
    cls.extends ? [{ values: [{ kind: 'class', cls: index, at: cls.at }], extending: cls.extends }] : [],
  );
