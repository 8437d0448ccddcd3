import type { ModuleSummary } from '../../model/module-summary.js';
import { functionKey, rootActivation } from '../../values/machine.js';
import type { Activation } from '../../values/value.js';
import { spanIn } from '../../values/value.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import { requestsOf, type Term } from '../term.js';
import type { Trigger } from '../trigger.js';
import { createDelivery, meets, messagesIn, type Message, type Work } from './channels.js';
import { decoratorTrigger, processorOf } from './decorators.js';
import { behindMiddleware } from './middleware.js';
import { functionOf, isOfHost, routeOf } from './hosted-functions.js';
import { keptPerRun } from './kept-per-run.js';
import { placeIn, functionName, valuesOf } from './reader.js';
import { isNothing } from './run.js';
import { siteKey } from './sinks.js';
import { emitScheduled } from './scheduled-start.js';
import { again } from './set-off.js';
import { addWork, emitFlow, jobTerm } from './triggers.js';
import { termOf } from './walk.js';
import type { Walker } from './walker.js';

/** Walks a program from everything that can start it; requests that no known start reaches get an event of their own. */
export function walkRoots(
  w: Walker,
  placesOf: ReadonlyMap<number, { file: string; call: number }>,
  scheduled: readonly ScheduledEntry[],
): void {
  for (const file of w.m.program.files) {
    const module = w.m.program.modules.get(file);
    if (module && w.interest.leading.has(functionKey(module, 0)))
      startModule(
        w,
        module,
        scheduled.filter(({ entry }) => entry.kind === 'file' && isFile(module, entry.file)),
      );
  }
  for (const file of w.m.program.files) {
    const module = w.m.program.modules.get(file);
    module?.functions.forEach((summary, fn) => {
      const isMarked = summary.decorators !== undefined || summary.name === 'process';
      if (!isMarked && !isScheduledExport(w, module, fn)) return;
      if (!w.interest.leading.has(functionKey(module, fn))) return;
      const activation = rootActivation(w.m, module, fn);
      const trigger =
        decoratorTrigger(w, activation) ?? processorOf(w, activation) ?? scheduledExport(w, activation);
      if (trigger === undefined) return;
      const term = again(w, rootActivation(w.m, module, 0), () => termOf(w, activation));
      if ('channel' in trigger) {
        const event = trigger.channel.name ?? summary.name;
        if (!isNothing(term)) addWork(w, trigger.here, { channel: trigger.channel, term, event, how: event });
      } else {
        const { again: retry, ...flow } = { again: (once: Term): Term => once, ...trigger };
        const run = isScheduledExport(w, module, fn) ? keptPerRun(term, 'host') : term;
        emitFlow(w, { ...flow, term: retry(run), at: spanIn(module, summary.at) });
      }
    });
  }
  for (const one of scheduled) startScheduled(w, one);
  startSenders(w);
  const settled = new Set<Work>();
  settleWork(w, settled);
  const tried = new Set<string>();
  for (const [request, place] of placesOf) {
    if (isCovered(w, request)) continue;
    const start = (top: Activation): void => {
      const key = functionKey(top.module, top.fn);
      if (!tried.has(key)) startByEvent(w, top);
      tried.add(key);
    };
    const top = outermostOf(w, place);
    if (top) start(top);
    for (const other of uncalledAbove(w, place)) start(other);
  }
  settleWork(w, settled);
  const deliver = createDelivery(w.work, w.messages);
  const flows = w.flows.map((flow) => ({ ...flow, term: deliver(flow.term) }));
  w.flows.splice(0, w.flows.length, ...behindMiddleware(flows, w.middleware.map(deliver)));
}

/** What sends messages that somebody hears, and is called by nobody who is known, sends them when something outside says so. */
function startSenders(w: Walker): void {
  if (w.work.length === 0) return;
  for (const { file, index } of w.interest.senders)
    for (const top of uncalledAbove(w, { file, call: index })) startByEvent(w, top);
}

/** All work is set off by something: its messages, its orders, or an event of its own. */
const isCovered = (w: Walker, request: number): boolean =>
  [...w.flows, ...w.work].some(({ term }) => requestsOf(term).has(request));

/** A module's body runs when the process starts: once, or when something outside starts a process for it. */
function startModule(w: Walker, module: ModuleSummary, scheduled: readonly ScheduledEntry[]): void {
  const activation = rootActivation(w.m, module, 0);
  const term = termOf(w, activation);
  for (const one of scheduled) emitScheduled(w, activation, one, term);
  if (scheduled.length > 0) return;
  emitFlow(w, { trigger: { kind: 'once', reach: 'process' }, term, how: `start of ${module.file}` });
}

/** A function that a data file starts: a route, or what a file exports. */
function startScheduled(w: Walker, one: ScheduledEntry): void {
  const { entry } = one;
  for (const file of w.m.program.files) {
    const module = w.m.program.modules.get(file);
    if (module === undefined || entry.kind === 'file' || entry.kind === 'command') continue;
    if (entry.kind === 'export' && entry.file !== undefined && !isFile(module, entry.file)) continue;
    module.functions.forEach((summary, fn) => {
      const activation = rootActivation(w.m, module, fn);
      const isIt =
        entry.kind === 'route'
          ? new RegExp('^(?:GET|[*]) ').test(eventOf(module, activation)) &&
            eventOf(module, activation).replace(/^\S+ /, '') === entry.path.replace(/[?#].*$/, '')
          : summary.name === entry.name || exportedAs(module, fn) === entry.name;
      if (isIt && w.interest.leading.has(functionKey(module, fn)))
        emitScheduled(w, activation, one, termOf(w, activation));
    });
  }
}

function exportedAs(module: ModuleSummary, fn: number): string | undefined {
  const found = module.exports.find((e) => e.kind === 'value' && functionOf(module, e.value) === fn);
  return found?.kind === 'value' ? found.name : undefined;
}

/** Whether a module is the file that is named, or what the named file is built from: `dist/jobs/sync.js` is `src/jobs/sync.ts`. */
function isFile({ file }: ModuleSummary, named: string): boolean {
  const bare = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/^\.\//, '');
  const built = /(?:^|\/)(?:dist|build|out|lib)\/(.*)$/.exec(bare(named));
  const [own, wanted] = [bare(file), bare(named)];
  if (own === wanted) return true;
  return (
    built?.[1] !== undefined &&
    own.replace(/(?:^|(?<=\/))src\//, '') === wanted.replace(/(?:dist|build|out|lib)\//, '')
  );
}

/** Work that was ordered runs when it is due, work that messages reach where these are sent; the rest when somebody outside says so. */
function settleWork(w: Walker, settled: Set<Work>): void {
  const open = w.work.filter((work) => !settled.has(work));
  for (const work of open) {
    settled.add(work);
    const orders = w.orders.filter((order) => meets(order.channel, work.channel));
    for (const { trigger, how, retries } of orders)
      emitFlow(w, { trigger, term: jobTerm(work.term, retries), how });
  }
  const isOrdered = ({ channel }: Work): boolean => w.orders.some((order) => meets(order.channel, channel));
  let left = open.filter((work) => work.isOpen === true || (!isOrdered(work) && !isSent(w, work)));
  while (left.length > 0) {
    const sentByOthers = (work: Work): boolean =>
      left.some((other) => other !== work && hears(work, messagesIn(other.term, w.messages)));
    const next = left.find((work) => !sentByOthers(work)) ?? left[0];
    if (next === undefined) return;
    const { term, how } = next;
    emitFlow(w, { trigger: { kind: 'event', perMinute: next.event() }, term, how });
    left = left.filter((work) => work !== next && (work.isOpen === true || !isSent(w, work)));
  }
}

const hears = ({ channel }: Work, messages: readonly Message[]): boolean =>
  messages.some((message) => meets(message.channel, channel));

/** Whether a flow sends what some work hears, itself or through other work. */
function isSent(w: Walker, work: Work): boolean {
  const reached = new Set<Work>();
  const queue = w.flows.map(({ term }) => term);
  for (let term = queue.pop(); term !== undefined; term = queue.pop()) {
    const messages = messagesIn(term, w.messages);
    for (const one of w.work) {
      if (reached.has(one) || !hears(one, messages)) continue;
      reached.add(one);
      queue.push(one.term);
    }
  }
  return reached.has(work);
}

/** The function from which a request is reached that nothing known calls. */
function outermostOf(w: Walker, place: { file: string; call: number }): Activation | undefined {
  const module = w.m.program.modules.get(place.file);
  const call = module?.calls[place.call];
  if (module === undefined || call === undefined) return undefined;
  let current = { module, fn: call.within };
  const seen = new Set<string>();
  for (;;) {
    const key = functionKey(current.module, current.fn);
    if (seen.has(key)) break;
    seen.add(key);
    const next = (w.graph.callers.get(key) ?? [])
      .filter((site) => w.interest.sites.has(siteKey(site.module.file, site.index)))
      .map((site) => ({ module: site.module, fn: site.module.calls[site.index]?.within ?? 0 }))
      .find(
        ({ module: m, fn }) =>
          fn !== 0 && !seen.has(functionKey(m, fn)) && !w.visited.has(functionKey(m, fn)),
      );
    if (next === undefined) break;
    current = next;
  }
  return current.fn === 0 ? undefined : rootActivation(w.m, current.module, current.fn);
}

/** The functions that nobody calls and from which a request is reached, but for those that were walked. */
function uncalledAbove(w: Walker, place: { file: string; call: number }): Activation[] {
  const module = w.m.program.modules.get(place.file);
  const call = module?.calls[place.call];
  const found: Activation[] = [];
  const seen = new Set<string>();
  const queue = module && call ? [{ module, fn: call.within }] : [];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const key = functionKey(at.module, at.fn);
    if (seen.has(key) || at.fn === 0) continue;
    seen.add(key);
    const callers = (w.graph.callers.get(key) ?? []).filter((site) =>
      w.interest.sites.has(siteKey(site.module.file, site.index)),
    );
    if (callers.length === 0 && !w.visited.has(key)) found.push(rootActivation(w.m, at.module, at.fn));
    for (const site of callers)
      queue.push({ module: site.module, fn: site.module.calls[site.index]?.within ?? 0 });
  }
  return found;
}

function startByEvent(w: Walker, activation: Activation): void {
  const { module, fn, summary } = activation;
  const term: Term = termOf(w, activation);
  if (isNothing(term)) return;
  const name = eventOf(module, activation);
  const perMinute = w.book.use({
    name: `rate(${name})`,
    unit: 'per-minute',
    least: 0,
    file: module.file,
    at: summary.at[0],
    place: placeIn(module, summary.at),
  });
  const run = isOfHost(activation) ? keptPerRun(term, 'host') : term;
  emitFlow(w, {
    trigger: { kind: 'event', perMinute },
    term: run,
    how: `each ${functionName({ module }, fn)}`,
  });
}

/** A route that a framework finds by its file, else the function's own name. */
const eventOf = (module: ModuleSummary, activation: Activation): string =>
  routeOf(activation) ?? functionName({ module }, activation.fn);

/** `export const config = { schedule: '@hourly' }` beside a default export. */
function scheduledExport(w: Walker, activation: Activation): { trigger: Trigger; how: string } | undefined {
  const { module, fn } = activation;
  if (!isScheduledExport(w, module, fn)) return undefined;
  const config = module.exports.find((e) => e.kind === 'value' && e.name === 'config');
  if (config?.kind !== 'value') return undefined;
  for (const value of valuesOf(w, config.value, rootActivation(w.m, module, 0))) {
    const schedule = value.kind === 'object' ? value.props.get('schedule') : undefined;
    const text =
      schedule?.kind === 'expr' && schedule.expr.kind === 'literal' ? String(schedule.expr.value) : undefined;
    const trigger =
      text === undefined ? undefined : calendarTrigger(text, 'unix', { timeZone: 'UTC', reach: 'cluster' });
    if (trigger && text !== undefined) return { trigger, how: `cron ${text}` };
  }
  return undefined;
}

function isScheduledExport(w: Walker, module: ModuleSummary, fn: number): boolean {
  if (!module.exports.some((e) => e.kind === 'value' && e.name === 'config')) return false;
  const main = module.exports.find((e) => e.kind === 'value' && e.name === 'default');
  return main?.kind === 'value' && functionOf(module, main.value) === fn && w.interest.functions.size > 0;
}
