import { map } from '../values/alternatives.js';
import { evaluate, force } from '../values/evaluate.js';
import { hole } from '../values/holes.js';
import { inner } from '../values/inner.js';
import { callOf, enter, startQuestion, type Machine } from '../values/machine.js';
import type { Site } from '../values/outcome.js';
import { replay } from '../values/replay.js';
import type { Part } from '../values/parts.js';
import type { Activation, Argument, Lazy, StringValue, UrlValue, Value } from '../values/value.js';
import { isWithin } from './call-chain.js';
import { viewsAt, type Context, type Sink } from './callers.js';
import { pathParts, type Candidate } from './candidate.js';
import type { ClientModel } from './client-model.js';

/** What is asked of a chain of calls that leads to a request. */
export interface Led {
  readonly m: Machine;
  readonly models: readonly ClientModel[];
  readonly context: Context;
  readonly sink: Sink;
  /** Outermost first, the sink last. */
  readonly chain: readonly Site[];
}

/**
 * The call of the chain from which on the request is the same, where calls stand before it that only make the function
 * around it: `users(client)` fixes no path of what it gives back, and `api(send, { root })` no more than the base.
 */
export function insideMakers(
  led: Led,
  from: number,
  leaf: Candidate,
  isSame: (candidate: Candidate) => boolean,
): number {
  const { m, chain } = led;
  let at = from;
  for (;;) {
    const maker = nextMaker(chain, at);
    const first = chain[at];
    const run = maker === undefined ? undefined : runOf(chain, at);
    if (maker === undefined || !first || !run) return at;
    const isFree = maker === at && givesClients(m, first);
    if (!isFree && !(saysAll(run) && says(led, maker + 1, leaf) && isSaidAlone(led, at, run, isSame)))
      return at;
    at = maker + 1;
  }
}

/** The next call that ran the function around the closure in which the one after it stands. */
function nextMaker(chain: readonly Site[], from: number): number | undefined {
  const at = chain.findIndex((site, i) => {
    const closure = chain[i + 1]?.activation;
    return i >= from && closure?.parent && runBy(site, closure.parent) !== undefined;
  });
  return at < 0 ? undefined : at;
}

/** What a call of the chain ran: the function that the next one stands in, or one around it. */
const runOf = (chain: readonly Site[], at: number): Activation | undefined => {
  const [site, next] = chain.slice(at, at + 2);
  return site && next && runBy(site, next.activation);
};

/** The activation that a call ran, of the one given and those around it: what stands in a function knows the call that ran that. */
function runBy(site: Site, within: Activation): Activation | undefined {
  let run: Activation | undefined;
  for (let a: Activation | undefined = within; a; a = a.parent)
    if (a.from?.activation === site.activation && a.from.index === site.index) run = a;
  return run;
}

/** Whether what a maker is given, but for what it can call, decides nothing among requests, of which one is as it is. */
function isSaidAlone(
  led: Led,
  at: number,
  made: Activation,
  isSame: (candidate: Candidate) => boolean,
): boolean {
  const alone = withClientsAlone(led, at, made);
  return alone.length <= (led.context.views.at(-1)?.candidates.length ?? 0) && alone.some(isSame);
}

/** Whether a call is given the end of a path: what it calls may say a path too. */
function says({ m, chain }: Led, at: number, { url }: Candidate): boolean {
  const site = chain[at];
  const words = pathParts(url).flatMap((part) => (part.kind === 'text' ? part.text.split('/') : []));
  const end = words.findLast((word) => word !== '');
  if (!site || end === undefined) return end === undefined;
  const { args } = callOf(site.module, site.index);
  return args.some(({ value }) => holds(m, { kind: 'expr', expr: value, activation: site.activation }, end));
}

function holds(m: Machine, lazy: Lazy, text: string, level = 0): boolean {
  return force(m, lazy).some(({ value }) => {
    if (value.kind === 'string' || value.kind === 'url')
      return partsIn(value).some((part) => part.kind === 'text' && part.text.includes(text));
    if (level >= mostLevels) return false;
    if (value.kind === 'object') return [...value.props.values()].some((of) => holds(m, of, text, level + 1));
    return value.kind === 'array' && value.items.some((item) => holds(m, item, text, level + 1));
  });
}

const partsIn = (value: StringValue | UrlValue): readonly Part[] =>
  value.kind === 'string' ? value.parts : value.href;

/** Whether nothing but its arguments says what a function makes. */
const saysAll = ({ self }: Activation): boolean =>
  self?.every(({ value }) => value.kind !== 'instance') !== false;

/** Whether a call gives objects with methods alone: these have a base at most, and no path. */
const givesClients = (m: Machine, { module, index, activation }: Site): boolean =>
  callOf(module, index).args.every(
    ({ spread, value }) =>
      !spread &&
      evaluate(m, value, activation).every(
        ({ value: { kind } }) => kind === 'instance' || kind === 'external',
      ),
  );

const seen = new WeakMap<Context, Map<number, readonly Candidate[]>>();

/** The requests when nothing is known of what a call of the chain gives the function that it makes, but what that can call. */
function withClientsAlone(led: Led, at: number, made: Activation): readonly Candidate[] {
  const known = seen.get(led.context) ?? new Map<number, readonly Candidate[]>();
  seen.set(led.context, known);
  const found = known.get(at) ?? candidatesFrom(led, at, givenClients(led, at, made));
  known.set(at, found);
  return found;
}

function candidatesFrom({ m, models, sink, chain }: Led, at: number, start: Activation): Candidate[] {
  startQuestion(m);
  const next = chain[at + 1]?.activation;
  const opened = next && inner(m, start, next.module, next.fn);
  const ends = opened ? replay(m, chain.slice(at + 1, -1), opened, sink.site) : [];
  return viewsAt(m, models, sink, ends).flatMap(({ candidates }) => candidates.filter(fixesPath));
}

/** Stands in names for what a function was given. */
const given = 'what the maker is given';

/** Whether what the maker was given is no part of the path. */
const fixesPath = ({ url }: Candidate): boolean =>
  pathParts(url).every(
    (part, i, path) => part.kind === 'text' || !part.name.includes(given) || (i === 0 && path.length > 1),
  );

/** A run of a function with what calls after it run of its arguments, and holes for all that may say a text. */
function givenClients(led: Led, at: number, made: Activation): Activation {
  const args = made.args?.map((argument): Argument => ({
    ...argument,
    value: withoutTexts(led, at, made, argument.value),
  }));
  return enter(led.m, { ...made, args, tag: 'given clients' });
}

/** Objects within objects that are looked into. */
const mostLevels = 3;

function withoutTexts(led: Led, at: number, made: Activation, lazy: Lazy, level = 0): Lazy {
  const unknown: Value = hole('parameter', given, made.module, made.summary.at);
  const entry = (value: Lazy): Lazy => withoutTexts(led, at, made, value, level + 1);
  const values = map(force(led.m, lazy), (value): Value => {
    if (value.kind === 'object' && level < mostLevels)
      return { ...value, props: new Map([...value.props].map(([key, of]) => [key, entry(of)])) };
    if (value.kind === 'array' && level < mostLevels) return { ...value, items: value.items.map(entry) };
    return saysNothing.has(value.kind) || isRun(led, at, value) ? value : unknown;
  });
  return { kind: 'values', values };
}

/** What has no text of its own. */
const saysNothing: ReadonlySet<Value['kind']> = new Set(['external', 'method', 'undefined', 'null']);

/** Whether a later call of the chain stands in a function, or in a method of an object. */
function isRun({ chain }: Led, at: number, value: Value): boolean {
  return chain.slice(at + 1).some(({ activation }) => {
    if (value.kind === 'function') return isWithin(activation, { ...value.activation, fn: value.fn });
    if (value.kind !== 'instance') return false;
    for (let a: Activation | undefined = activation; a; a = a.parent)
      if (a.self?.some((self) => self.value === value)) return true;
    return false;
  });
}
