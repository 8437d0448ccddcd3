import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { outcomeOf } from '../../values/outcome.js';
import { partsIn } from '../../values/sub-expressions.js';
import type { Activation } from '../../values/value.js';
import { isFailing } from './failures.js';
import { startReading } from './reader.js';
import { settling } from './single-flight.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** An expression, and the run of the function in which it stands. */
export interface Placed {
  readonly expr: Expr;
  readonly activation: Activation;
}

/** So far one question leads to others. */
export const deepest = 8;

/** What a variable or a parameter stands for, where the code says so. */
export function heldBy({ expr, activation }: Placed): Placed | undefined {
  const owner = (fn: number | undefined): Activation => {
    let around: Activation | undefined = activation;
    while (around && around.fn !== fn) around = around.parent;
    return around ?? activation;
  };
  if (expr.kind === 'reference') {
    const binding = activation.module.bindings[expr.binding];
    return binding && { expr: binding.value, activation: owner(binding.within) };
  }
  if (expr.kind !== 'parameter') return undefined;
  const given = owner(expr.fn).args?.[expr.index];
  if (given && !given.spread && given.value.kind === 'expr') return given.value;
  const settled = expr.index === 0 ? settling(activation.module, expr.fn)?.callee : undefined;
  return settled?.kind === 'member' && settled.key.kind === 'literal' && settled.key.value === 'then'
    ? { expr: { kind: 'await', value: settled.object }, activation }
    : undefined;
}

/** The same, but of what functions set at some time, and which holds nothing before. */
export const surelyHeldBy = (place: Placed): Placed | undefined =>
  place.expr.kind === 'reference' && place.expr.binding.endsWith('#any') ? undefined : heldBy(place);

/** The functions of the project that a call runs. */
export function enteredBy(w: Walker, { expr, activation }: Placed): readonly Activation[] {
  if (expr.kind !== 'call') return [];
  startReading(w.m);
  return outcomeOf(w.m, { module: activation.module, index: expr.call, activation }).entered;
}

/** What a decision may be made by: what a server has answered, or what somebody else hands on. */
export function comesFromAnswer(w: Walker, { expr, activation }: Placed, depth = 0): boolean {
  if (depth > deepest) return false;
  const { module } = activation;
  const from = (one: Expr): boolean => comesFromAnswer(w, { expr: one, activation }, depth + 1);
  if (expr.kind === 'await') return true;
  if (expr.kind === 'call') {
    if (w.sinks.has(module.file, expr.call)) return true;
    const call = module.calls[expr.call];
    return call !== undefined && (from(call.callee) || call.args.some(({ value }) => from(value)));
  }
  const held = heldBy({ expr, activation });
  if (held) return comesFromAnswer(w, held, depth + 1);
  return partsIn(expr).some(from);
}

/** Whether something is there once a server that is well has answered; with `named`, the members that the code reads are. */
export function isThere(w: Walker, place: Placed, named = false, depth = 0): boolean {
  if (depth > deepest) return false;
  const { expr, activation } = place;
  const of = (one: Expr): boolean => isThere(w, { expr: one, activation }, named, depth + 1);
  switch (expr.kind) {
    case 'literal':
      return Boolean(expr.value);
    case 'object':
    case 'array':
    case 'function':
    case 'class':
    case 'assigned':
      return true;
    case 'concat':
      return expr.parts.some((part) => part.kind === 'literal' && part.value !== '');
    case 'plus':
      return of(expr.left) || of(expr.right);
    case 'await':
    case 'type-cast':
      return of(expr.value);
    case 'and':
      return of(expr.left) && of(expr.right);
    case 'default':
      return of(expr.left) || (expr.operator === '||' && of(expr.right));
    case 'choice': {
      const well = expr.options.filter(
        ({ branch }) => !isFailing(w, expr.test, branch, activation, depth + 1),
      );
      return well.length > 0 && well.every(({ value }) => of(value));
    }
    case 'member':
      return isMemberThere(w, expr, activation, named, depth);
    case 'call':
      return isGiven(w, { expr, activation }, named, depth);
    default: {
      const held = surelyHeldBy(place);
      return held !== undefined && isThere(w, held, named, depth + 1);
    }
  }
}

/** Counts may be 0, and an element of a list need not be there. */
const mayBeNone = /^(?:length|size|count|total|\d+)$/;

/** Calls of what is not the program's own that look for something. */
const mayFindNone = /^(?:find|match|exec|shift|pop|at|get|query)/;

function isMemberThere(
  w: Walker,
  { object, key }: Extract<Expr, { kind: 'member' }>,
  activation: Activation,
  named: boolean,
  depth: number,
): boolean {
  if (key.kind !== 'literal' || typeof key.value !== 'string') return false;
  const of = { expr: object, activation };
  if (key.value === 'ok') return w.isTrusting === true || !isInBody(w, of, depth + 1);
  // The body of what a client answers with is the answer.
  if (/^(?:data|body)$/.test(key.value) && isResponse(w, of, depth + 1)) return true;
  if (mayBeNone.test(key.value) || !(w.isTrusting || (named && isAlwaysGiven(key.value)))) return false;
  // What has the member is there, where the code reads it.
  return isThere({ ...w, isTrusting: true }, of, named, depth + 1);
}

/** What an answer was asked for, or a list: it has some, if an empty one. All else may be missing from an answer that is well. */
const isAlwaysGiven = (name: string): boolean =>
  /token|jwt|secret|password|credential|session|ticket|key$|^(?:data|items|results|records|rows|entries|list)$/i.test(
    name,
  );

/** Whether a call gives something: a request an answer, a body its contents, a function of the project what it says. */
function isGiven(w: Walker, place: Placed, named: boolean, depth: number): boolean {
  const { expr, activation } = place;
  const { module } = activation;
  const call = expr.kind === 'call' ? module.calls[expr.call] : undefined;
  if (expr.kind !== 'call' || call === undefined) return false;
  if (call.kind === 'new' || w.sinks.has(module.file, expr.call)) return true;
  const { callee } = call;
  const member = callee.kind === 'member' && callee.key.kind === 'literal' ? String(callee.key.value) : '';
  if (/^(?:json|text|blob|arrayBuffer|formData)$/.test(member)) return true;
  if (callee.kind === 'member' && /^(?:catch|finally)$/.test(member))
    return isThere(w, { expr: callee.object, activation }, named, depth + 1);
  const entered = enteredBy(w, place);
  if (entered.length === 0) return w.isTrusting === true && !mayFindNone.test(member);
  return entered.every((target) => {
    const { returns } = target.summary;
    const well = returns.filter(({ guards }) => !isAfterFailure(w, guards, target, depth + 1));
    return (
      well.length > 0 &&
      isWhole(
        well.map(({ guards }) => guards),
        target.module,
      ) &&
      well.every(({ value }) => isThere(w, { expr: value, activation: target }, named, depth + 1))
    );
  });

  /** Whether some value is returned whatever is decided: the last one stands where all others weren't. */
  function isWhole(
    all: readonly Readonly<Record<string, string>>[],
    { throws = [] }: ModuleSummary,
  ): boolean {
    return all.some((guards) =>
      Object.entries(guards).every(([test, branch]) =>
        [...all, ...throws.map(({ guards: thrown }) => thrown)].some(
          (other) => other[test] !== undefined && other[test] !== branch,
        ),
      ),
    );
  }
}

/** Whether some decision was only taken because a request failed. */
export const isAfterFailure = (
  w: Walker,
  guards: Readonly<Record<string, string>>,
  activation: Activation,
  depth = 0,
): boolean => Object.entries(guards).some(([test, branch]) => isFailing(w, test, branch, activation, depth));

/** Whether something is what a client answers with, body and all. */
function isResponse(w: Walker, place: Placed, depth: number): boolean {
  if (depth > deepest) return false;
  const { expr, activation } = place;
  if (expr.kind === 'await' || expr.kind === 'type-cast')
    return isResponse(w, { expr: expr.value, activation }, depth + 1);
  if (expr.kind === 'call' && w.sinks.has(activation.module.file, expr.call)) return true;
  const entered = enteredBy(w, place);
  if (entered.length > 0)
    return entered.every((target) =>
      target.summary.returns.every(({ value }) =>
        isResponse(w, { expr: value, activation: target }, depth + 1),
      ),
    );
  const held = heldBy(place);
  return held !== undefined && isResponse(w, held, depth + 1);
}

/** Whether something was said in the body of an answer, as far as the code shows: its `ok` is not that of the response. */
export function isInBody(w: Walker, place: Placed, depth = 0): boolean {
  if (depth > deepest) return false;
  const { expr, activation } = place;
  const of = (one: Expr): boolean => isInBody(w, { expr: one, activation }, depth + 1);
  switch (expr.kind) {
    case 'await':
    case 'type-cast':
      return of(expr.value);
    case 'default':
      return of(expr.left);
    case 'member': {
      const isBody = expr.key.kind === 'literal' && /^(?:data|body)$/.test(String(expr.key.value));
      return (isBody && isResponse(w, { expr: expr.object, activation }, depth + 1)) || of(expr.object);
    }
    case 'call': {
      const { callee } = activation.module.calls[expr.call] ?? {};
      if (callee?.kind === 'member' && callee.key.kind === 'literal' && callee.key.value === 'json')
        return true;
      if (callee && wordsOf(callee, activation.module) === 'JSON.parse') return true;
      return enteredBy(w, place).some((target) =>
        target.summary.returns.some(({ value }) =>
          isInBody(w, { expr: value, activation: target }, depth + 1),
        ),
      );
    }
    default: {
      const held = heldBy(place);
      return held !== undefined && isInBody(w, held, depth + 1);
    }
  }
}
