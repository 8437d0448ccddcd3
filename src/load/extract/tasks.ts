import type { Expr } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { functionsAt } from '../../values/builtins/callbacks.js';
import type { Activation, Argument, FunctionValue, Value } from '../../values/value.js';
import type { LimiterModel, Passage } from '../limiters/model.js';
import { constantValue } from '../quantity.js';
import type { LimiterUse, Term } from '../term.js';
import { nothing } from '../term.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { lengthOf } from './lengths.js';
import { inBurst } from './loops.js';
import { argumentOf } from './numbers.js';
import { codeOptions } from './options-in-code.js';
import { functionRun } from './promise-body.js';
import { forced, valuesOf } from './reader.js';
import type { Run } from './run.js';
import { aside, inOrder, inside, isNothing, together, waited } from './run.js';
import { isSettling, settling } from './single-flight.js';
import { thunksOf } from './thunks.js';
import type { Walker } from './walker.js';

/** `q.push(task)`, `q.push(tasks)`: the worker runs for each task. */
export function tasksRun(
  w: Walker,
  here: CallHere,
  made: readonly Argument[],
  passage: Extract<Passage, { kind: 'worker' }>,
  limiter: LimiterUse | undefined,
): Run | undefined {
  const tasks = here.call.args[0]?.value;
  if (tasks === undefined) return undefined;
  const isOne = passage.isOne ?? isOneTask(w, tasks, here.activation);
  const workers = made.map((_, i) => functionsAt({ m: w.m, args: made, site: here }, i));
  const terms = (workers.find((functions) => functions.length > 0) ?? []).map((fn) =>
    workerTerm(w, here, fn, isOne ? here.args.slice(0, 1) : undefined),
  );
  const body = inside(limiter, together(...terms));
  if (isNothing(body) || isOne) return waited(body);
  // What a list gives back is no promise, but a list of them.
  return waited(aside(inBurst(lengthOf(w, tasks, here.activation), body)));
}

/** A worker that is no asynchronous function says itself when a task is done: what it starts belongs to it, where it waits for that. */
function workerTerm(
  w: Walker,
  here: CallHere,
  fn: FunctionValue,
  task: readonly Argument[] | undefined,
): Term {
  if (!isDoneWhenAnswered(fn)) return functionTerm(w, here, fn, task, 'worker');
  const run = functionRun(w, here, fn, task);
  return together(...run.started.map(({ term }) => term), run.term);
}

/** Whether a worker says that it is done nowhere but in what it passes to `then` and its like. */
function isDoneWhenAnswered({ activation: { module }, fn }: FunctionValue): boolean {
  const summary = module.functions[fn];
  const done = summary?.parameters[1];
  if (!done || summary.isAsync) return false;
  const isDone = (expr: Expr): boolean =>
    expr.kind === 'reference' && baseBinding(expr.binding) === baseBinding(done.binding);
  const said = module.calls.filter((call) => isDone(call.callee));
  const passed = module.calls.filter(({ args }) => args.some(({ value }) => isDone(value)));
  return (
    said.length + passed.length > 0 &&
    said.every(({ within }) => settling(module, within) !== undefined) &&
    passed.every(isSettling)
  );
}

/** A list stands for its elements; what is an element of a list, or a member of one, is one task. */
function isOneTask(w: Walker, expr: Expr, activation: Activation, depth = 0): boolean {
  const values = valuesOf(w, expr, activation);
  const isOne = (value: Value): boolean =>
    value.kind === 'string' || value.kind === 'number' || (value.kind === 'object' && !value.builtin);
  if (values.length > 0 && values.every(isOne)) return true;
  if (depth === 8 || values.some(({ kind }) => kind === 'array')) return false;
  switch (expr.kind) {
    case 'reference': {
      const bound = activation.module.bindings[expr.binding]?.value;
      return bound !== undefined && isOneTask(w, bound, activation, depth + 1);
    }
    case 'parameter': {
      const given = argumentOf(activation, expr.fn, expr.index);
      return given === undefined || isOneTask(w, given.expr, given.activation, depth + 1);
    }
    // What a loop counts begins as a number, and is added to.
    case 'choice':
      return expr.options.every(({ value }) => isOneTask(w, value, activation, depth + 1));
    default:
      return oneOf.has(expr.kind);
  }
}

const oneOf: ReadonlySet<Expr['kind']> = new Set([
  'literal',
  'plus',
  'concat',
  'operator',
  'member',
  'element',
]);

/** `pAll([() => a(), () => b()])`, `pAll(users.map((user) => () => send(user)))`: each function of a list runs. */
export function tasksTerm(w: Walker, here: CallHere, model: LimiterModel, list: number): Term {
  const shape = model.shape(codeOptions(w, here.args, here.activation));
  const limiter: LimiterUse | undefined = shape && { id: idOf(here), shape, instance: 'run' };
  const one = (fn: FunctionValue): Term => functionTerm(w, here, fn, [], 'task');
  const expr = here.call.args[list]?.value;
  const [known, ...others] = expr ? valuesOf(w, expr, here.activation) : [];
  if (known?.kind === 'array' && !known.open && others.length === 0) {
    const terms = known.items.map((item) =>
      together(...forced(w, item).flatMap((value) => (value.kind === 'function' ? [one(value)] : []))),
    );
    const isInTurn = shape?.kind === 'concurrency' && constantValue(shape.lanes) === 1;
    return isInTurn ? inOrder(...terms) : together(...terms.map((term) => inside(limiter, term)));
  }
  const thunks = thunksOf(w, here, expr);
  const body = thunks ? one(thunks.fn) : nothing;
  if (thunks === undefined || isNothing(body)) return nothing;
  return shape?.kind === 'concurrency'
    ? { kind: 'lanes', lanes: shape.lanes, count: thunks.count, body }
    : inBurst(thunks.count, body);
}

const idOf = ({ call, activation }: CallHere): string => `${activation.module.file}#${call.at[0]}@each`;
