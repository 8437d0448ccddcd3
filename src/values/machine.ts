import type { Call, ClassIndex, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import type { Program } from '../program/program.js';
import { createReadLog, namesOf, readKey, type ReadLog } from './reads.js';
import type {
  Activation,
  Alternatives,
  Argument,
  ClassValue,
  FunctionValue,
  InstanceValue,
  Lazy,
} from './value.js';

/** What an evaluation may cost before it answers "unknown". */
export interface Budget {
  readonly steps: number;
  /** Expressions within expressions, through calls too; the JavaScript stack holds about twice the default. */
  readonly depth: number;
  readonly callDepth: number;
  /** Steps for the whole program; after them each question gets few. */
  readonly total: number;
}

export const defaultBudget: Budget = { steps: 40_000, depth: 240, callDepth: 24, total: 30_000_000 };

/** What one question may still cost when the program's budget is spent. */
const lastSteps = 1_500;

/** The state of evaluating one program: interned activations, indexes made on demand, and the budget. */
export interface Machine {
  readonly program: Program;
  readonly budget: Budget;
  /** `module#Type` of types whose values are HTTP clients, so that injected ones are known by their type. */
  readonly clientTypes: ReadonlySet<string>;
  /** Texts keep the ways that they came. */
  readonly keepsTrails: boolean;
  /** Steps of the question that is being answered. */
  steps: number;
  /** The steps that it may take. */
  limit: number;
  /** Steps of the questions before it. */
  spent: number;
  depth: number;
  /** While something is looked at with few steps only: what they cut off is no answer for others. */
  isGlance: boolean;
  /** While questions have few steps: the answers that these cut off, and how to forget them. */
  cutOff: { readonly answers: Set<unknown>; readonly forget: (() => void)[] } | undefined;
  /** How often such an answer was made use of. */
  cutReads: number;
  readonly roots: Map<string, Activation>;
  readonly activations: Map<string, Activation>;
  readonly instances: Map<string, InstanceValue>;
  /** Instances with fields that their own method has assigned, by where that is known. */
  readonly versions: Map<string, InstanceValue>;
  readonly ids: WeakMap<object, number>;
  nextId: number;
  stores: ReadonlyMap<string, readonly StoreEntry[]> | 'building' | undefined;
  hierarchy: Hierarchy | 'building' | undefined;
  /** Classes that extend a parameter of a function are added to the hierarchy by what its calls pass. */
  madeClasses: 'unknown' | 'building' | 'known';
  /** Names of methods that some statement calls for their effect. */
  statementMethods: ReadonlySet<string> | undefined;
  /** What is being found, with how much was before it: a field that depends on itself is a hole. */
  readonly beingFound: Map<string, number>;
  /** Of what was being found and was asked for, what began first (`circles.ts`). */
  circle: number;
  /** Runs of functions that keep what they are given for others to call, by `file#function`. */
  readonly given: Map<string, readonly Activation[]>;
  /** What answers are made of, where somebody asks. */
  readonly reads: ReadLog | undefined;
}

/** A member assignment somewhere in the program, under the object that it changes. */
export interface StoreEntry {
  readonly path: readonly string[];
  readonly value: Lazy;
  /** The instance that is changed, where it is one. */
  readonly instance?: InstanceValue;
}

export interface Hierarchy {
  /** Direct and indirect subclasses by `file#class`. */
  readonly subclasses: ReadonlyMap<string, readonly ClassValue[]>;
  /** The classes and constructor functions to whose prototype a function was assigned, by `file#function`. */
  readonly prototypeOwners: ReadonlyMap<string, readonly (ClassValue | FunctionValue)[]>;
}

export function createMachine(
  program: Program,
  clientTypes: ReadonlySet<string> = new Set(),
  budget: Budget = defaultBudget,
  keepsTrails = false,
  keepsReads = false,
): Machine {
  return {
    program,
    budget,
    clientTypes,
    keepsTrails,
    steps: 0,
    limit: budget.steps,
    spent: 0,
    depth: 0,
    isGlance: false,
    cutOff: { answers: new Set(), forget: [] },
    cutReads: 0,
    roots: new Map(),
    activations: new Map(),
    instances: new Map(),
    versions: new Map(),
    ids: new WeakMap(),
    nextId: 1,
    stores: undefined,
    hierarchy: undefined,
    madeClasses: 'unknown',
    statementMethods: undefined,
    beingFound: new Map(),
    circle: Infinity,
    given: new Map(),
    reads: keepsReads ? createReadLog() : undefined,
  };
}

/** More interned activations than this are forgotten between questions: memory, not steps, would end the run. */
const mostActivations = 800_000;

/** Begins a question of its own, with a budget of its own. */
export function startQuestion(m: Machine, limit: number = m.budget.steps): void {
  if (m.activations.size > mostActivations) m.activations.clear();
  m.spent += m.steps;
  m.steps = 0;
  m.limit = m.spent > m.budget.total ? Math.min(limit, lastSteps) : limit;
}

/** Answers a question that came up within another one: its steps are not the other's. */
export function askAside<T>(m: Machine, answer: () => T, most: number = m.budget.steps): T {
  const { steps, limit, isGlance } = m;
  m.steps = 0;
  m.limit = m.spent > m.budget.total ? Math.min(most, m.budget.steps) : most;
  m.isGlance = false;
  const found = answer();
  m.spent += m.steps;
  m.steps = steps;
  m.limit = limit;
  m.isGlance = isGlance;
  return found;
}

/** Answers within few steps of the question that is being answered, or as if the code didn't say. */
export function glance<T>(m: Machine, steps: number, answer: () => T): T {
  const { limit, isGlance } = m;
  m.limit = Math.min(limit, m.steps + steps);
  m.isGlance = true;
  const found = answer();
  m.limit = limit;
  m.isGlance = isGlance;
  return found;
}

export const functionKey = (module: ModuleSummary, fn: FunctionIndex): string => `${module.file}#${fn}`;
export const classKey = (module: ModuleSummary, cls: ClassIndex): string => `${module.file}#${cls}`;

/** A number that is the same for the same object, for keys. */
export function identity(m: Machine, object: object | undefined): number {
  if (!object) return 0;
  const known = m.ids.get(object);
  if (known !== undefined) return known;
  const id = m.nextId++;
  m.ids.set(object, id);
  return id;
}

/** The activation of a function that nobody in particular calls: its parameters are holes. */
export function rootActivation(m: Machine, module: ModuleSummary, fn: FunctionIndex): Activation {
  const key = functionKey(module, fn);
  const known = m.roots.get(key);
  if (known) return known;
  const summary = module.functions[fn];
  if (!summary) throw new Error(`${module.file} has no function ${fn}`);
  const parent = summary.parent === undefined ? undefined : rootActivation(m, module, summary.parent);
  const activation: Activation = {
    id: m.nextId++,
    module,
    fn,
    summary,
    parent,
    args: undefined,
    self: undefined,
    from: undefined,
    depth: 0,
    repeats: 0,
    memo: new Map(),
  };
  m.roots.set(key, activation);
  return activation;
}

export interface ActivationRequest {
  readonly module: ModuleSummary;
  readonly fn: FunctionIndex;
  readonly parent: Activation | undefined;
  readonly args: readonly Argument[] | undefined;
  readonly self: Alternatives | undefined;
  readonly from: Activation['from'];
  /** Tells apart several activations by one call: callbacks, getters. */
  readonly tag?: string;
}

/** The activation for one call in one context: asked twice, it is the same object. */
export function enter(m: Machine, request: ActivationRequest): Activation {
  const { module, fn, parent, args, self, from } = request;
  const caller = from ? `${from.activation.id}/${from.index}` : `args${identity(m, args)}`;
  const key = `${functionKey(module, fn)}|${caller}|${parent?.id ?? 0}|${selfKey(m, self)}|${request.tag ?? ''}`;
  const known = m.activations.get(key);
  if (known) return known;
  const summary = module.functions[fn];
  if (!summary) throw new Error(`${module.file} has no function ${fn}`);
  const activation: Activation = {
    id: m.nextId++,
    module,
    fn,
    summary,
    parent,
    args,
    self,
    from,
    depth: (from?.activation.depth ?? 0) + 1,
    repeats: (from?.activation.repeats ?? 0) + (timesOnChain(module, fn, from) > 0 ? 1 : 0),
    ...(isMemberRun(request) ? { isMember: true as const } : {}),
    memo: new Map(),
    madeBy: m.reads?.current,
  };
  m.activations.set(key, activation);
  return activation;
}

const isMemberRun = ({ tag, from, parent }: ActivationRequest): boolean =>
  tag?.startsWith('member:') === true || from?.activation.isMember === true || parent?.isMember === true;

function selfKey(m: Machine, self: Alternatives | undefined): string {
  return self ? self.map((a) => identity(m, a.value)).join(',') : '';
}

/**
 * Whether calling `fn` from here would repeat too much: the third time that it is on the chain of calls,
 * or a second time where another function already was. Functions that call each other end by that.
 */
export function isRecursive(module: ModuleSummary, fn: FunctionIndex, from: Activation['from']): boolean {
  const times = timesOnChain(module, fn, from);
  return times >= 2 || (times === 1 && (from?.activation.repeats ?? 0) > 0);
}

function timesOnChain(module: ModuleSummary, fn: FunctionIndex, from: Activation['from']): number {
  let count = 0;
  for (let a = from?.activation; a; a = a.from?.activation) if (a.fn === fn && a.module === module) count++;
  return count;
}

/** Whether some statement of the program calls a method of this name for its effect. */
export function isCalledForEffect(m: Machine, name: string): boolean {
  readKey(m, 'effect', name);
  return methodsCalledForEffect(m).has(name);
}

/** The names of methods that statements call for their effect. */
export function methodsCalledForEffect(m: Machine): ReadonlySet<string> {
  return (m.statementMethods ??= namesOf(m, 'effect', ({ calls }) =>
    calls.flatMap((c) =>
      c.isStatement && c.callee.kind === 'member' && c.callee.key.kind === 'literal'
        ? [String(c.callee.key.value)]
        : [],
    ),
  ));
}

export function callOf(module: ModuleSummary, index: number): Call {
  const call = module.calls[index];
  if (!call) throw new Error(`${module.file} has no call ${index}`);
  return call;
}
