import type { TestId } from '../../model/module-summary.js';
import { resultsOf } from '../../model/results-of.js';
import { decide } from '../../values/decide.js';
import { functionKey, glance } from '../../values/machine.js';
import type { Activation } from '../../values/value.js';
import { between, constant } from '../quantity.js';
import type { Term } from '../term.js';
import { alternative, inAnyOrder, nothing, sequentialLoop } from '../term.js';
import { retried } from './attempts.js';
import { begunElsewhere } from './begun-elsewhere.js';
import { gateAround, heldItems, joinedBehind, unsure } from './behind-gate.js';
import { callRun } from './calls.js';
import { seriesOf } from './counted-series.js';
import { isRefused } from './failures.js';
import { askedAgain } from './freshness.js';
import { heldUntil } from './gates.js';
import { lengthOf } from './lengths.js';
import { generatorOf, inTurn, loopRun } from './loops.js';
import { variablesIn } from './promises.js';
import { functionName, placeIn, withoutClass, startReading } from './reader.js';
import { joined } from './joined.js';
import type { Run } from './run.js';
import {
  closed,
  emptyRun,
  inOrder,
  isEmpty,
  isNothing,
  joinsAny,
  keptRun,
  settled,
  waited,
  whole,
} from './run.js';
import { ownedBy } from './sharing.js';
import type { Item } from './structure.js';
import { guardsOf, itemsOf } from './structure.js';
import { setOff } from './set-off.js';
import { isSpent, type Visit, type Walker } from './walker.js';

const maxStack = 30;
/** A branch that takes more steps than this to decide may be taken or not. */
const decisionSteps = 300;

type Guards = Readonly<Record<TestId, string>>;

/** What one run of a function does; `isFurther` where a run above it calls it with what it was not called with yet. */
export function termOf(w: Walker, activation: Activation, consumer?: Term, isFurther?: true): Term {
  const key = functionKey(activation.module, activation.fn);
  if (!w.interest.functions.has(key) && consumer === undefined) return nothing;
  const known = consumer === undefined ? w.memo.get(activation) : undefined;
  if (known) return known;
  const since = w.stack.findLastIndex((visit) => visit.isFurther);
  const again = isFurther
    ? undefined
    : w.stack.slice(Math.max(0, since)).find(({ activation: a }) => functionKey(a.module, a.fn) === key);
  if (again) {
    again.recursion = again.recursion === 'none' ? 'once' : again.recursion;
    return nothing;
  }
  if (isSpent(w) || w.stack.length > maxStack) {
    w.cut.add(key);
    return { kind: 'unknown', what: functionName(activation, activation.fn) };
  }
  w.visited.add(key);
  const visit: Visit = {
    activation,
    recursion: 'none',
    ...(consumer && { consumer }),
    ...(isFurther && { isFurther }),
  };
  w.stack.push(visit);
  const run = blockRun(w, itemsOf(activation.module, activation.fn), activation, {});
  w.stack.pop();
  if (run.gate && run.gate.isAside !== true) w.gates.set(activation, gateAround(run.gate));
  const term = ownedBy(key, repeated(w, visit, closed(run)));
  if (consumer === undefined) w.memo.set(activation, term);
  return term;
}

/** A function that calls itself goes on for a number of rounds that only its data says. */
function repeated(w: Walker, { recursion, rearmed, attempts, activation }: Visit, term: Term): Term {
  if (isNothing(term)) return nothing;
  if (rearmed !== undefined || recursion === 'endless') {
    const gapMs = rearmed?.gapMs ?? constant(0);
    const run = rearmed?.inTimer ? inOrder(...stepsOf(term).map(unwrapped)) : term;
    if (rearmed?.runs) return seriesOf(rearmed, rearmed.runs, run);
    w.flows.push({
      trigger:
        rearmed?.afterwards === false
          ? { kind: 'periodic', everyMs: gapMs, immediate: true, guard: 'overlap', reach: 'process' }
          : { kind: 'after-completion', gapMs, reach: 'process' },
      term: setOff(w, run),
      how: `${functionName(activation, activation.fn)} runs itself again${rearmed ? ' by setTimeout' : ''}`,
    });
    return nothing;
  }
  if (recursion === 'none') return term;
  if (attempts?.isPolled) return inTurn(between(constant(1), attempts.count), term);
  if (attempts) return retried(attempts.count, term, attempts.endless);
  const { module, summary, fn } = activation;
  const name = `${functionName(activation, fn)}.${recursion === 'once' ? 'pages' : 'calls'}`;
  const rounds = w.book.use({
    name,
    aliases: withoutClass(name),
    unit: 'count',
    least: 1,
    file: module.file,
    at: summary.at[0],
    place: placeIn(module, summary.at),
  });
  return recursion === 'each' ? inAnyOrder(rounds, term) : sequentialLoop(rounds, term);
}

const stepsOf = (term: Term): readonly Term[] => (term.kind === 'sequence' ? term.steps : [term]);
const unwrapped = (term: Term): Term => (term.kind === 'background' ? term.body : term);

/** Items in order; those that only run after a decision are one piece that may be left out. */
export function blockRun(w: Walker, items: readonly Item[], activation: Activation, held: Guards): Run {
  const runs: Run[] = [];
  let last: { test: TestId; branches: string[]; run: Run } | undefined;
  const flush = (): void => {
    if (last) runs.push(last.run);
    last = undefined;
  };
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (item === undefined) break;
    const open = undecided(w, item, activation, held);
    if (open === 'never') continue;
    const [test] = Object.keys(open);
    if (test === undefined) {
      const run = itemRun(w, item, activation, held);
      if (isEmpty(run) && !joinsAny(run) && run.gate === undefined) continue;
      flush();
      if (run.gate && (run.gate.isAside !== true || i === items.length - 1)) {
        const [passing, freed] = heldItems(run.gate, items.slice(i + 1), activation.module);
        const [rest, after] = [passing, freed].map((part) => blockRun(w, part, activation, held));
        return joinedBehind(run.gate, rest ?? emptyRun, [...runs, run], after);
      }
      runs.push(run);
      continue;
    }
    const branch = open[test] ?? '';
    let end = i + 1;
    while (end < items.length && effective(items[end])[test] === branch) end++;
    const inner = keptRun(
      blockRun(w, items.slice(i, end), activation, { ...held, [test]: branch }),
      askedAgain(w, test, branch, activation),
    );
    i = end - 1;
    if (inner.gate && inner.gate.isAside !== true) {
      flush();
      const rest = blockRun(w, items.slice(i + 1), activation, held);
      const maybe = optional({ ...inner, gate: undefined }, false);
      return joinedBehind(unsure(inner.gate), rest, [...runs, maybe]);
    }
    if (isEmpty(inner) && !joinsAny(inner)) continue;
    const isUnusual = isRefused(w, test, branch, activation);
    if (last?.test === test && !last.branches.includes(branch))
      last = { test, branches: [...last.branches, branch], run: either(last.run, inner) };
    else {
      flush();
      last = { test, branches: [branch], run: optional(inner, isUnusual) };
    }
  }
  flush();
  return joined(runs);
}

function effective(item: Item | undefined): Guards {
  if (item === undefined) return {};
  return item.kind === 'branch' ? { ...guardsOf(item), [item.test]: item.branch } : guardsOf(item);
}

/** The decisions before an item that this context doesn't settle; `never` where it rules the item out. */
function undecided(w: Walker, item: Item, activation: Activation, held: Guards): Guards | 'never' {
  const open: Record<TestId, string> = {};
  for (const [test, branch] of Object.entries(effective(item))) {
    if (held[test] === branch) continue;
    startReading(w.m);
    const decisions = glance(w.m, decisionSteps, () => decide(w.m, test, activation)).map((d) => d.value);
    if (decisions.length > 0 && decisions.every((value) => value !== undefined && value !== branch))
      return 'never';
    if (decisions.length === 0 || !decisions.every((value) => value === branch)) open[test] = branch;
  }
  return open;
}

/** A piece that may be left out, and is where no request is refused, if `isUnusual`. */
function optional(run: Run, isUnusual: boolean): Run {
  const of = (body: Term): Term => (isUnusual ? { kind: 'unexpected', body } : alternative(body, nothing));
  return {
    ...run,
    joins: new Set(),
    loosely: [
      ...(run.joins.size === 0 ? [] : [{ variables: run.joins, how: 'maybe' as const }]),
      ...(run.loosely ?? []).map(({ variables, how }) => ({
        variables,
        how: how === 'maybe' ? how : ('maybe-first' as const),
      })),
    ],
    term: isNothing(run.term) ? nothing : of(run.term),
    started: run.started.map((started) => ({ ...started, term: of(started.term) })),
    next: run.next && {
      ...run.next,
      started: run.next.started.map((started) => ({ ...started, term: of(started.term) })),
    },
  };
}

/** One of two pieces; `first` may be one already. */
function either(one: Run, other: Run): Run {
  const [first, second] = [whole(one), whole(other)];
  const bare = (term: Term): readonly Term[] =>
    term.kind === 'alternative'
      ? term.options.filter((option) => !isNothing(option))
      : isNothing(term)
        ? []
        : [term];
  const options = [...bare(first.term), ...(isNothing(second.term) ? [] : [second.term])];
  const isWhole = !isNothing(second.term) && !isNothing(first.term);
  return {
    term: options.length === 0 ? nothing : alternative(...options, ...(isWhole ? [] : [nothing])),
    started: [
      ...first.started,
      ...second.started.map((started) => ({ ...started, term: alternative(started.term, nothing) })),
    ],
    joins: new Set(),
    loosely: [
      ...(first.loosely ?? []),
      ...(second.joins.size === 0 ? [] : [{ variables: second.joins, how: 'maybe' as const }]),
      ...(second.loosely ?? []),
    ],
  };
}

function itemRun(w: Walker, item: Item, activation: Activation, held: Guards): Run {
  switch (item.kind) {
    case 'call':
      return callRun(w, item, activation, held);
    case 'loop':
      return loopRun(w, item, activation, held);
    case 'branch':
      return blockRun(w, item.body, activation, { ...held, [item.test]: item.branch });
    case 'try': {
      const run = blockRun(w, item.body, activation, held);
      if (item.part !== 'catch' || isEmpty(run)) return run;
      return waited({ kind: 'on-failure', body: closed(run) });
    }
    case 'wait': {
      const { wait } = item;
      const begun = blockRun(w, item.inside, activation, held);
      const isOfCalls = wait.kind !== 'yield' && resultsOf(wait.value).some(({ kind }) => kind === 'call');
      const inside = isOfCalls ? settled(begun) : begun;
      const joins = variablesIn(wait.value, activation.module);
      if (wait.kind !== 'yield') {
        const others = begunElsewhere(w, joins, activation, wait.value);
        return joined([inside, waited(inOrder(heldUntil(w, wait.value, activation), others), joins)]);
      }
      // An endless loop stands above its own body.
      const consumer = w.stack.findLast(
        (visit) => visit.activation === activation && visit.again !== true,
      )?.consumer;
      if (consumer === undefined) return inside;
      if (wait.delegates !== true) return joined([inside, waited(consumer, joins)]);
      const other = generatorOf(w, wait.value, activation);
      const each = other ? termOf(w, other, consumer) : inTurn(lengthOf(w, wait.value, activation), consumer);
      return joined([inside, waited(each, joins)]);
    }
  }
}
