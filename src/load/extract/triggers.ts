import { functionsAt } from '../../values/builtins/callbacks.js';
import { packageCallbacks } from '../../values/builtins/package-callbacks.js';
import { pathOf } from '../../values/path-of.js';
import type { Argument, ExternalValue, FunctionValue } from '../../values/value.js';
import { entryOf, spanIn } from '../../values/value.js';
import type { Flow } from '../flow.js';
import type { CodeOptions } from '../options.js';
import { between, constant, product, symbol, type Quantity } from '../quantity.js';
import { schedules } from '../schedules/index.js';
import type { JobRetries, JobTree, ScheduleModel, Scheduled } from '../schedules/model.js';
import { upTo } from '../numbered-runs.js';
import type { LimiterShape, LimiterUse, Term } from '../term.js';
import { background, delay, goesOnAside } from '../term.js';
import type { SymbolUnit } from '../symbols.js';
import type { CallHere } from './calls.js';
import type { Work } from './channels.js';
import { channelNamed, messageTerm } from './channels.js';
import { functionTerm } from './calls.js';
import { eventName } from './event-names.js';
import { guarded } from './guard.js';
import { keptPerRun } from './kept-per-run.js';
import { lengthOf } from './lengths.js';
import { inBurst } from './loops.js';
import { chained, maker } from './maker.js';
import { isMiddleware } from './middleware.js';
import { codeOptions } from './options-in-code.js';
import { functionName, placeIn } from './reader.js';
import { replayed } from './replays.js';
import type { Run } from './run.js';
import { atAnyTime, inOrder, isNothing, race, together, waited } from './run.js';
import { again, setOff } from './set-off.js';
import type { Walker } from './walker.js';

/** Adds a flow; what stands around the place where it is set off sets it off as often. */
export function emitFlow(w: Walker, flow: Flow): void {
  if (isNothing(flow.term)) return;
  // Events have a rate of their own, however often somebody begins to listen.
  const isOwnRate = flow.trigger.kind === 'event' || flow.trigger.kind === 'once';
  const { trigger } = flow;
  // A scheduler leaves out runs while it waits for the last one, not while that one's work goes on by itself.
  const isLeftOut = !('guard' in trigger) || trigger.guard !== 'skip' || !goesOnAside(flow.term);
  w.flows.push({
    ...flow,
    trigger: isLeftOut ? trigger : { ...trigger, guard: 'overlap' },
    term: isOwnRate
      ? w.around.reduceRight<Term>((term, count) => inBurst(count, term), flow.term)
      : setOff(w, flow.term),
  });
}

/** The model of a scheduler's call. */
export const modelOf = (callee: ExternalValue): ScheduleModel | undefined => {
  const path = pathOf(callee.steps);
  return schedules.find((model) => model.packages.test(callee.module) && model.paths.test(path));
};

export const isSchedule = (callee: ExternalValue): boolean => modelOf(callee) !== undefined;

export function rateSymbol(w: Walker, here: CallHere, name: string): Quantity {
  return symbolAt(w, here, `rate(${name})`, 'per-minute', 0);
}

function symbolAt(w: Walker, here: CallHere, name: string, unit: SymbolUnit, least: number): Quantity {
  const { module } = here.activation;
  return w.book.use({
    name,
    unit,
    least,
    file: module.file,
    at: here.call.at[0],
    place: placeIn(module, here.call.at),
  });
}

/** What a scheduler's call says; undefined for other calls. */
export function readSchedule(w: Walker, here: CallHere, callee: ExternalValue): Scheduled | undefined {
  const model = modelOf(callee);
  const { activation } = here;
  return model?.read({
    module: callee.module,
    path: pathOf(callee.steps),
    options: codeOptions(w, here.args, activation),
    before: maker(w, callee, activation)?.options,
    chained: (name) => chained(w, callee, activation, name),
    others: (paths) => otherCalls(w, model.packages, paths),
    made: (value) => maker(w, value, activation),
    component: functionName(activation, activation.fn),
    symbol: (name, unit = 'count') => symbolAt(w, here, name, unit, 0),
  });
}

const otherCalls = (w: Walker, packages: RegExp, paths: RegExp): readonly CodeOptions[] =>
  w.graph.external.flatMap(({ site: { module, index, activation }, callee }) => {
    const call = module.calls[index];
    if (call === undefined || !packages.test(callee.module) || !paths.test(pathOf(callee.steps))) return [];
    const args = call.args.map((arg) => entryOf(arg, activation));
    return [codeOptions(w, args, activation)];
  });

/** Flows of a scheduler's call; false where it is none, or where its functions also run now. */
export function scheduleFlows(w: Walker, here: CallHere, callee: ExternalValue): boolean {
  const scheduled = readSchedule(w, here, callee);
  if (scheduled === undefined) return false;
  const handed = packageCallbacks(callee, { m: w.m, args: here.args, site: here });
  const given = ({ fn, activation }: FunctionValue): readonly Argument[] | undefined =>
    handed.find((of) => of.fn.fn === fn && of.fn.activation === activation)?.args;
  const term = again(w, here.activation, () =>
    together(...scheduled.functions.map((fn, i) => functionTerm(w, here, fn, given(fn), `scheduled${i}`))),
  );
  const hosted = (run: Term): Term => (modelOf(callee)?.isHosted ? keptPerRun(run, 'host') : run);
  const { trigger, how, times, most, defines, orders, event, retries, begunAnew } = scheduled;
  if (defines !== undefined) {
    const channel = channelNamed(defines);
    addWork(w, here, {
      channel,
      term: hosted(jobTerm(limitedBy(w, here, scheduled, term), retries)),
      event: event ?? defines,
      how,
    });
    return true;
  }
  if (orders !== undefined) {
    const channel = channelNamed(orders);
    const due = trigger ?? (event && { kind: 'event' as const, perMinute: rateSymbol(w, here, event) });
    if (due) w.orders.push({ channel, trigger: due, how, retries });
    return true;
  }
  const [fn, ...others] = scheduled.functions;
  const isOpen = trigger !== undefined && 'guard' in trigger && trigger.guard === 'overlap';
  const held = isOpen && fn && others.length === 0 ? guarded(w, fn, term) : undefined;
  const withRetries = (work: Term): Term => jobTerm(work, retries);
  const run = begunAnew ? replayed(term, begunAnew, withRetries) : withRetries(held?.term ?? term);
  const due = (isOpen && held ? { ...trigger, guard: held.guard } : trigger) ?? {
    kind: 'event',
    perMinute: rateSymbol(w, here, event ?? 'schedule'),
  };
  emitFlow(w, {
    ...upTo(most, due, hosted(times === undefined ? run : inBurst(times, run))),
    how,
    at: spanIn(here.activation.module, here.call.at),
  });
  return scheduled.also !== 'now';
}

/** Adds what runs for each message; loops around the place where it begins to listen make it listen as often. */
export function addWork(
  w: Walker,
  here: CallHere,
  { event, term, ...work }: Pick<Work, 'channel' | 'term' | 'how' | 'isOpen'> & { readonly event: string },
): void {
  const all = w.around.reduceRight<Term>((body, count) => inBurst(count, body), term);
  w.work.push({
    ...work,
    term: all,
    event: () => rateSymbol(w, here, event),
    rounds: () => symbolAt(w, here, `${event}.rounds`, 'count', 1),
  });
}

/** Work that its own limits hold back: the lanes of each process, and what all of them may start. */
function limitedBy(
  w: Walker,
  { activation, call }: CallHere,
  { lanes, window }: Scheduled,
  body: Term,
): Term {
  const id = `${activation.module.file}#${call.at[0]}`;
  const limited = (shape: LimiterShape, instance: LimiterUse['instance']): Term => ({
    kind: 'limited',
    limiter: { id, shape, instance },
    body,
  });
  if (window === undefined) return lanes ? limited({ kind: 'concurrency', lanes }, 'process') : body;
  if (lanes === undefined) return limited(window, 'global');
  // A job is taken by whoever has a lane for it, as soon as all of them together may begin one.
  const all = product(lanes, symbol('replicas'));
  return limited({ kind: 'all', of: [{ kind: 'concurrency', lanes: all }, window] }, 'global');
}

/** Work that runs again while it fails. */
export function jobTerm(work: Term, retries: JobRetries | undefined): Term {
  if (retries === undefined || isNothing(work)) return work;
  const { library, attempts, waitsMs } = retries;
  return { kind: 'retry', attempts, waitsMs, body: work, by: { library, retryAfter: 'ignored' } };
}

/** What a call orders now: a job of a queue. Undefined for other calls. */
export function messageRun(w: Walker, here: CallHere, callee: ExternalValue): Run | undefined {
  const scheduled = readSchedule(w, here, callee);
  if (scheduled?.trees)
    return waited(background(together(...scheduled.trees.map((tree) => treeTerm(w, tree)))));
  if (scheduled?.sends === undefined) return undefined;
  const { retries } = scheduled;
  const channel = channelNamed(scheduled.sends);
  const sent = messageTerm(w.messages, { channel, isWaitedFor: retries !== undefined });
  const message = retries ? background(jobTerm(sent, retries)) : sent;
  const later = scheduled.afterMs ? background(inOrder(delay(scheduled.afterMs), message)) : message;
  const list = scheduled.each === undefined ? undefined : here.call.args[scheduled.each]?.value;
  return waited(list ? inBurst(lengthOf(w, list, here.activation), later) : later);
}

/** Jobs that begin when those below them are done. */
function treeTerm(w: Walker, { sends, count, retries, children }: JobTree): Term {
  const own = messageTerm(w.messages, { channel: channelNamed(sends), isWaitedFor: true });
  const below = together(...children.map((child) => treeTerm(w, child)));
  return inBurst(count, inOrder(below, jobTerm(own, retries)));
}

/** Functions that something outside sets off: routes, queues, events. */
export function handlerFlows(w: Walker, here: CallHere, callee: ExternalValue): boolean {
  const before = callee.steps.findLast((step) => step.kind === 'call' || step.kind === 'new');
  const name = eventName(callee, codeOptions(w, here.args, here.activation), {
    before:
      before && before.kind !== 'member' && before.kind !== 'assign'
        ? codeOptions(w, before.args, here.activation)
        : undefined,
  });
  if (name === undefined && !isMiddleware(callee)) return false;
  const functions = handlersIn(w, here);
  const walked = (): Term =>
    handledBy(functions.map((fn, i) => functionTerm(w, here, fn, undefined, `handler${i}`)));
  const term = name === 'once' ? walked() : again(w, here.activation, walked);
  if (isMiddleware(callee)) w.middleware.push(term);
  if (name === undefined) return false;
  const isBroker = brokers.test(callee.module);
  if (name === 'once' && !isBroker) {
    emitFlow(w, { trigger: { kind: 'once', reach: 'cluster' }, term, how: 'command' });
    return true;
  }
  const trigger = { kind: 'event', perMinute: rateSymbol(w, here, name) } as const;
  emitFlow(w, { trigger, term: isBroker ? redelivered(w, here, callee, name, term) : term, how: name });
  return true;
}

/** Packages of brokers that give a message again whose handler failed. */
const brokers =
  /^(?:kafkajs|amqplib|amqp-connection-manager|rabbitmq-client|nats|@azure\/service-bus|@google-cloud\/pubsub)$/;

/** What handles a message that comes again while it fails, as often as something says that isn't in the code. */
export function redelivered(
  w: Walker,
  here: CallHere,
  { module }: ExternalValue,
  name: string,
  term: Term,
): Term {
  const attempts = symbolAt(w, here, `${name}.deliveries`, 'count', 1);
  const pause = symbolAt(w, here, `${name}.backoff`, 'milliseconds', 0);
  return jobTerm(term, { library: module, attempts, waitsMs: [between(constant(0), pause)] });
}

/** What stands before a handler hands on when it likes: when it is done, or before. */
function handledBy(terms: readonly Term[]): Term {
  const [first, ...rest] = terms.filter((term) => !isNothing(term));
  if (first === undefined) return together();
  return rest.length === 0 ? first : inOrder(race(first, atAnyTime), handledBy(rest));
}

/** The functions among the arguments, also in arrays and under the names that frameworks use. */
function handlersIn(w: Walker, here: CallHere): FunctionValue[] {
  const args: readonly Argument[] = here.args;
  const options = codeOptions(w, args, here.activation);
  return args.flatMap((_, i) => [
    ...functionsAt({ m: w.m, args, site: here }, i),
    ...['handler', 'eachMessage', 'eachBatch', 'handle', 'handleMessage', 'run'].flatMap((key) =>
      options.functions(i, key),
    ),
  ]);
}
