import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { outcomeOf } from '../../values/outcome.js';
import { inRound } from '../../values/rounds.js';
import type { Activation, Lazy } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue, sum, symbolsOf } from '../quantity.js';
import type { Term } from '../term.js';
import { parallelLoop, requestsOf, sequentialLoop } from '../term.js';
import { retried } from './attempts.js';
import { isGrown } from './growth.js';
import { goesOn, roundsUntil } from './deadlines.js';
import { intervalLoop, intervalOf } from './intervals.js';
import { begunInRounds, inStep } from './begun-rounds.js';
import { countOfLoop } from './loop-count.js';
import { functionName, startReading, valuesOf } from './reader.js';
import { joined } from './joined.js';
import type { Run } from './run.js';
import { atAnyTime, closed, emptyRun, inOrder, isEmpty, isNothing, waited } from './run.js';
import { dividedAmong } from './sharing.js';
import { spread, withAnyIndex } from './stagger.js';
import type { Item } from './structure.js';
import { guardsOf } from './structure.js';
import { blockRun, termOf } from './walk.js';
import { again, setOff } from './set-off.js';
import type { Walker } from './walker.js';

type LoopItem = Extract<Item, { kind: 'loop' }>;

export function loopRun(
  w: Walker,
  { frame, body, conditions }: LoopItem,
  activation: Activation,
  held: Readonly<Record<string, string>>,
): Run {
  const own: Record<string, string> = { ...held };
  for (const test of conditions)
    for (const item of body) {
      const branch = guardsOf(item)[test];
      if (branch !== undefined) own[test] = branch;
    }
  const generator = frame.bound?.kind === 'each' ? generatorOf(w, frame.bound.of, activation) : undefined;
  if (generator) {
    const run = blockRun(w, body, activation, own);
    return waited(termOf(w, generator, closed(run)));
  }
  const everyMs = intervalOf(w, frame, activation);
  if (everyMs)
    return intervalLoop(
      w,
      again(w, activation, () => blockRun(w, body, activation, own)),
      everyMs,
    );
  const howOften = countOfLoop(w, frame, activation);
  const before = w.stack.map((visit) => visit.recursion);
  const soFar = setOffSoFar(w);
  w.around.push(howOften.kind === 'times' ? howOften.count : constant(1));
  const walked = (): Run => blockRun(w, body, activation, own);
  const run = howOften.kind === 'endless' ? again(w, activation, walked) : walked();
  w.around.pop();
  const each = howOften.kind === 'times' && hasSetOff(w, soFar) ? roundsOf(w, frame, activation) : undefined;
  if (each) {
    // What a table lists is set off as each of its lines says.
    forget(w, soFar);
    return joined(each.map((round) => blockRun(w, body, round, own)));
  }
  // A call of oneself in a loop branches: each round may start as many rounds again.
  w.stack.forEach((visit, i) => {
    if (visit.recursion !== before[i] && visit.recursion === 'once') visit.recursion = 'each';
  });
  if (isEmpty(run) && run.joins.size === 0) return run.gate ? waited(atAnyTime) : emptyRun;
  if (howOften.kind === 'endless') {
    // `while (!ready) await sleep(100)` goes on until others say so.
    if (requestsOf(closed(run)).size === 0 && isLeft(frame)) return waited(atAnyTime);
    return endless(w, inStep(run) ?? run, activation);
  }
  if (howOften.kind === 'attempts') return waited(retried(howOften.attempts, closed(run)), run.joins);
  const { shared } = howOften;
  const { module } = activation;
  const step = shared ? undefined : inStep(run);
  if (isNothing(run.term) && !step) {
    const burst = (term: Term): Term => inBurst(howOften.count, term, { module, at: frame.at[0] });
    return { ...run, started: run.started.map((s) => ({ ...s, term: burst(s.term) })) };
  }
  const decided = goesOn(frame);
  const going =
    Object.keys(decided).length > 0 && !shared && blockRun(w, body, activation, { ...own, ...decided });
  const { round: last, after } = begunInRounds(run, howOften.count);
  const turn =
    (going && inStep(going)) || step || (going ? begunInRounds(going, howOften.count).round : last);
  const oneOf = (n: Quantity, of: Run): Term => withAnyIndex(module, frame.at[0], n, closed(of));
  const until = roundsUntil(w, frame, activation, oneOf(howOften.count, turn));
  const count = until ? atMost(howOften.count, until) : howOften.count;
  const rounds = (n: Quantity, of: Run): Term => inTurn(n, oneOf(count, of));
  if (JSON.stringify(closed(turn)) !== JSON.stringify(closed(last))) {
    const once = rounds({ kind: 'minimum', of: [constant(1), count] }, last);
    const whole = inOrder(rounds(sum(count, constant(-1)), turn), once);
    return { ...waited(whole, run.joins), next: after };
  }
  const all = rounds(count, last);
  const whole = all.kind === 'sequential-loop' && shared ? { ...all, shared } : all;
  return { ...waited(whole, run.joins), next: after };
}

/** What a bound says too, or alone where the code doesn't say how often it is. */
const atMost = (count: Quantity, bound: Quantity): Quantity =>
  count.kind === 'symbol' ? bound : { kind: 'minimum', of: [count, bound] };

/** Rounds that start together; `of` is the loop, or the callback, whose index may stretch the pauses in it. */
export function inBurst(
  count: Quantity,
  body: Term,
  of?: { readonly module: ModuleSummary; readonly at: number },
): Term {
  const spreadOut = of && spread(of.module, of.at, count, body);
  if (spreadOut) return spreadOut;
  const each = of ? withAnyIndex(of.module, of.at, count, body) : body;
  return constantValue(count) === 1 ? each : (dividedAmong(count, each) ?? parallelLoop(count, each));
}

/** How many flows and how much work there was before a callback was looked at. */
type SetOff = readonly [flows: number, work: number, orders: number];

export const setOffSoFar = (w: Walker): SetOff => [w.flows.length, w.work.length, w.orders.length];

const hasSetOff = (w: Walker, before: SetOff): boolean => setOffSoFar(w).some((n, i) => n !== before[i]);

function forget(w: Walker, [flows, work, orders]: SetOff): void {
  w.flows.splice(flows);
  w.work.splice(work);
  w.orders.splice(orders);
}

/** More rounds than this are not told apart. */
const mostRounds = 48;

/** An activation for each element of a list that is known: `for (const job of jobs) schedule(job.cron, job.run)`. */
function roundsOf(
  w: Walker,
  { bound, test, loop, leaves }: LoopItem['frame'],
  activation: Activation,
): Activation[] | undefined {
  if (bound?.kind !== 'each' || loop === 'for-in' || leaves === true) return undefined;
  if (isGrown(w, bound.of, activation)) return undefined;
  const values = valuesOf(w, bound.of, activation);
  const [list] = values;
  if (values.length !== 1 || list?.kind !== 'array' || list.open || list.items.length > mostRounds)
    return undefined;
  return list.items.map((item) => inRound(w.m, activation, test, item));
}

/** Flows and work that a callback has set off since there were `from` of them: it runs `count` times, and was looked at for some elements. */
export function setOffByEach(w: Walker, [from, heard]: SetOff, count: () => Quantity): void {
  for (const work of w.work.splice(heard)) w.work.push({ ...work, term: inBurst(count(), work.term) });
  const added = w.flows.splice(from);
  const distinct = new Map(added.map((flow) => [JSON.stringify(flow), flow]));
  for (const flow of distinct.values()) w.flows.push({ ...flow, term: inBurst(count(), flow.term) });
}

/** Rounds one after the other; chunks of a collection are told apart by the last, smaller one. */
export function inTurn(count: Quantity, body: Term): Term {
  if (constantValue(count) === 1) return body;
  return chunked(count, body) ?? sequentialLoop(count, body);
}

function chunked(count: Quantity, body: Term): Term | undefined {
  if (count.kind !== 'quotient') return undefined;
  const steps = body.kind === 'sequence' ? body.steps : [body];
  const [group, gap, ...more] = steps;
  if (group?.kind !== 'parallel-loop' || more.length > 0 || group.count.kind !== 'minimum') return undefined;
  const wait = gap?.kind === 'alternative' ? gap.options.find(({ kind }) => kind === 'delay') : gap;
  if (gap !== undefined && wait?.kind !== 'delay') return undefined;
  const [size, whole] = group.count.of;
  if (size === undefined || whole === undefined || !same(size, count.by) || !same(whole, count.of))
    return undefined;
  return {
    kind: 'chunk',
    count: count.of,
    size,
    body: group.body,
    gapMs: wait?.kind === 'delay' ? wait.ms : constant(0),
    trailingGap: gap?.kind === 'delay',
  };
}

const same = (a: Quantity, b: Quantity): boolean =>
  symbolsOf(a).size === symbolsOf(b).size && JSON.stringify(a) === JSON.stringify(b);

/** Whether a loop has a condition that something may end. */
const isLeft = ({ bound }: LoopItem['frame']): boolean =>
  bound?.kind === 'condition' && !/^(?:|true|1|!0)$/.test(bound.text.trim());

/** A loop that never ends is a flow of its own: it begins when its function is first called. */
function endless(w: Walker, run: Run, activation: Activation): Run {
  w.flows.push({
    trigger: { kind: 'after-completion', gapMs: constant(0), reach: 'process' },
    term: setOff(w, closed(run)),
    how: `endless loop in ${functionName(activation, activation.fn)}`,
  });
  return emptyRun;
}

/** The generator that a loop goes through. */
export function generatorOf(w: Walker, of: Expr, activation: Activation, depth = 0): Activation | undefined {
  if (of.kind === 'await' || of.kind === 'type-cast') return generatorOf(w, of.value, activation, depth);
  if (of.kind === 'parameter') {
    const given = depth < 4 ? givenTo(of, activation) : undefined;
    return given?.kind === 'expr' ? generatorOf(w, given.expr, given.activation, depth + 1) : undefined;
  }
  if (of.kind === 'reference' && depth < 4) {
    const value = activation.module.bindings[of.binding]?.value;
    return value && generatorOf(w, value, activation, depth + 1);
  }
  if (of.kind !== 'call') return undefined;
  startReading(w.m);
  const { entered } = outcomeOf(w.m, { module: activation.module, index: of.call, activation });
  return entered.find(({ summary }) => summary.isGenerator === true);
}

/** What a call gives for a parameter, of its function or of one around it. */
function givenTo(
  { fn, index }: Extract<Expr, { kind: 'parameter' }>,
  activation: Activation,
): Lazy | undefined {
  let at: Activation | undefined = activation;
  while (at && at.fn !== fn) at = at.parent;
  return at?.args?.[index]?.value;
}
