import type { CredentialOrigin } from '../../model/client-request.js';
import type { CallGraph } from '../../values/call-graph.js';
import { functionKey, type Machine } from '../../values/machine.js';
import { runsMade } from '../../values/outcome.js';
import type { Activation } from '../../values/value.js';
import { fromCallers, type Context, type Sink } from '../callers.js';
import type { Candidate, Identify, SinkView } from '../candidate.js';
import type { ClientModel } from '../client-model.js';
import { readHeaders, type ReadHeaders } from '../headers.js';
import { readCredentials } from './read-credentials.js';

interface Opened {
  readonly m: Machine;
  readonly graph: CallGraph;
  readonly models: readonly ClientModel[];
}

/** Contexts that may be looked at for the tokens of one request; fewer where nothing says that callers know. */
const maxVisits = { ofObjects: 200, unknown: 24 };
/** Steps that may be taken for the tokens of all that one call sends: what keeps a token is called from everywhere. */
const maxSteps = 400_000;

/**
 * The tokens of a request, in groups that are known alike. Where objects of one class were given several, the calls
 * of its methods say which of them sends the request: callers are followed until they do.
 */
export function credentialsByCaller(
  opened: Opened,
  context: Context,
  sink: Sink,
  candidate: Candidate,
  identify: Identify,
  seen: SeenFromCallers,
): readonly (readonly CredentialOrigin[])[] {
  const { m, graph, models } = opened;
  const read = (view: SinkView, { url }: Candidate): Read => {
    const { parts, varying } = headersOf(m, view, seen);
    const origins = readCredentials({ ...opened, view, url }, parts);
    const isOfObjects = origins.some(isOfInstances) || (varying.size > 0 && origins.length > 1);
    return { origins, isOfObjects, isOpen: isOfObjects || origins.some(isUnknown) };
  };
  const view = context.views.at(-1);
  if (!view) return [[]];
  const alone = read(view, candidate);
  if (!alone.isOpen) return [isMade(m, graph, view) ? alone.origins : alone.origins.map(oneOf)];
  const [exact, open] = [new Map<string, CredentialOrigin>(), new Map<string, CredentialOrigin>()];
  let left = alone.isOfObjects ? maxVisits.ofObjects : maxVisits.unknown;
  let queue = [{ context, read: alone }];
  while (queue.length > 0) {
    const next: typeof queue = [];
    for (const known of queue) {
      const outer =
        left > 0 && m.spent < seen.until
          ? once(seen.outer, known.context, () => fromCallers(m, models, graph, sink, known.context))
          : [];
      left -= outer.length;
      const sending = outer.flatMap((one) => {
        const last = one.views.at(-1);
        const same = last && sentBy(last, candidate, identify);
        return last && same ? [{ context: one, read: read(last, same) }] : [];
      });
      if (sending.length === 0) known.read.origins.forEach((origin) => open.set(origin.id, origin));
      for (const one of sending)
        if (one.read.isOpen) next.push(one);
        else one.read.origins.forEach((origin) => exact.set(origin.id, origin));
    }
    queue = next;
  }
  if (exact.size === 0) return [alone.origins];
  return [exact, open].filter((group) => group.size > 0).map((group) => [...group.values()]);
}

/** What was seen from the callers of one call: the same for each of its candidates. */
export interface SeenFromCallers {
  /** No more callers are looked at when the program's questions have taken so many steps. */
  readonly until: number;
  readonly outer: Map<Context, readonly Context[]>;
  readonly headers: Map<SinkView, ReadHeaders>;
}

export const seenFromCallers = (m: Machine): SeenFromCallers => ({
  until: m.spent + m.steps + maxSteps,
  outer: new Map(),
  headers: new Map(),
});

/** The headers of a view, which are the same for all that it sends. */
export const headersOf = (m: Machine, view: SinkView, seen: SeenFromCallers): ReadHeaders =>
  once(seen.headers, view, () => readHeaders(m, view));

function once<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

interface Read {
  readonly origins: readonly CredentialOrigin[];
  /** Several objects were given tokens: callers say which of them it is. */
  readonly isOfObjects: boolean;
  /** Callers may say more. */
  readonly isOpen: boolean;
}

const isUnknown = ({ kind }: CredentialOrigin): boolean => kind === 'unknown' || kind === 'parameter';
const isOfInstances = ({ ofInstances }: CredentialOrigin): boolean => ofInstances === true;

const oneOf = (origin: CredentialOrigin): CredentialOrigin => ({ ...origin, ofInstances: true });

/**
 * Whether the request may be made in this context. A function on the way to it may be a closure that a known call
 * made: where its callers are known to call what other calls made, nobody is known to call this one.
 */
function isMade(m: Machine, graph: CallGraph, { activation }: SinkView): boolean {
  for (let a: Activation | undefined = activation; a; a = a.from?.activation) {
    const made = a.parent?.from;
    const isCalledElsewhere = made && (a.from === undefined || isSameCall(a.from, made));
    if (isCalledElsewhere && !isCalledOf(m, graph, a, made)) return false;
  }
  return true;
}

function isCalledOf(m: Machine, graph: CallGraph, called: Activation, made: Made): boolean {
  const makers = (graph.callers.get(functionKey(called.module, called.fn)) ?? []).flatMap((site) =>
    runsMade(m, site, called).map(({ parent }) => parent?.from),
  );
  return makers.length === 0 || makers.some((maker) => !maker || isSameCall(maker, made));
}

type Made = NonNullable<Activation['from']>;

const isSameCall = (a: Made, b: Made): boolean =>
  a.index === b.index && a.activation.module === b.activation.module;

/** The request as a caller's view has it: in another branch it may send others only. */
function sentBy(view: SinkView, candidate: Candidate, identify: Identify): Candidate | undefined {
  const operation = identify(candidate);
  return operation === undefined ? candidate : view.candidates.find((other) => identify(other) === operation);
}
