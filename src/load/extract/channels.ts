import type { Quantity } from '../quantity.js';
import type { JobRetries } from '../schedules/model.js';
import type { Term } from '../term.js';
import { alternative, call, inAnyOrder, nothing, requestsOf } from '../term.js';
import type { Trigger } from '../trigger.js';
import { withParts } from '../with-parts.js';
import { aside, isNothing, together } from './run.js';

/** Something that is said in one place of a program and heard in others: an event of an emitter, the jobs of a queue. */
export interface Channel {
  readonly kind: string;
  /** Undefined where the code doesn't fix it: it may be any of its kind. */
  readonly name: string | undefined;
  /** `file#offset` of what makes the emitter, where that is one place. */
  readonly site?: string | undefined;
}

/** What runs for each message of a channel. */
export interface Work {
  readonly channel: Channel;
  readonly term: Term;
  /** How often it runs where nothing in the program says so. */
  readonly event: () => Quantity;
  /** How often it runs for one message, where it sends itself further ones. */
  readonly rounds: () => Quantity;
  readonly how: string;
  /** Whether others than the program may set it off too: nothing is known of what it listens to. */
  readonly isOpen?: boolean;
}

/** Messages that are due at times of their own: a repeated job. */
export interface Order {
  readonly channel: Channel;
  readonly trigger: Trigger;
  readonly how: string;
  /** What happens to the work that it orders where it fails. */
  readonly retries?: JobRetries | undefined;
}

export interface Message {
  readonly channel: Channel;
  /** Who says it waits until it has been dealt with. */
  readonly isWaitedFor: boolean;
}

/** While a program is walked, a message stands in a term as a request of its own: whoever hears it may not be known yet. */
const firstMessage = 1e9;

/** The term of a message; equal messages are one. */
export function messageTerm(messages: Message[], message: Message): Term {
  const key = JSON.stringify(message);
  const known = messages.findIndex((one) => JSON.stringify(one) === key);
  return call(firstMessage + (known === -1 ? messages.push(message) - 1 : known));
}

/** `queue mails` names the queue `mails`, `queue *` any queue. */
export function channelNamed(text: string): Channel {
  const [kind = '', ...rest] = text.split(' ');
  const name = rest.join(' ');
  return { kind, name: name === '*' ? undefined : name };
}

const agree = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;

/** Whether what is said on one may be heard on the other. */
export const meets = (a: Channel, b: Channel): boolean =>
  a.kind === b.kind && agree(a.name, b.name) && agree(a.site, b.site);

export const messagesIn = (term: Term, messages: readonly Message[]): readonly Message[] =>
  [...requestsOf(term)].flatMap((request) => messages[request - firstMessage] ?? []);

/** Puts what hears a message in its place. */
export function createDelivery(work: readonly Work[], messages: readonly Message[]): (term: Term) => Term {
  const known = new Map<Work, Term>();
  const open: Work[] = [];
  /** Work that was left out below where the delivery is, because it is going on above. */
  let cut = new Set<Work>();

  const deliver = (term: Term): Term => {
    if (![...requestsOf(term)].some((request) => request >= firstMessage)) return term;
    if (term.kind === 'call') return heard(messages[term.request - firstMessage]);
    return withParts(term, deliver);
  };

  const heard = (message: Message | undefined): Term => {
    if (message === undefined) return nothing;
    const hearing = work.filter(({ channel }) => meets(channel, message.channel));
    const terms = hearing.map((one) => {
      const term = workTerm(one);
      return one.channel.name === undefined && !isNothing(term) ? alternative(term, nothing) : term;
    });
    const all = message.channel.name === undefined ? anyOf(hearing, terms) : together(...terms);
    return message.isWaitedFor ? all : aside(all);
  };

  const workTerm = (one: Work): Term => {
    const before = known.get(one);
    if (before) return before;
    if (open.includes(one)) {
      cut.add(one);
      return nothing;
    }
    const outer = cut;
    cut = new Set();
    open.push(one);
    const inner = deliver(one.term);
    open.pop();
    const isRound = cut.delete(one);
    const term = isRound && !isNothing(inner) ? inAnyOrder(one.rounds(), inner) : inner;
    if (cut.size === 0) known.set(one, term);
    cut = new Set([...outer, ...cut]);
    return term;
  };
  return deliver;
}

/** A message of unknown name is heard under one of the names. */
function anyOf(hearing: readonly Work[], terms: readonly Term[]): Term {
  const byName = new Map<string, Term[]>();
  hearing.forEach(({ channel }, i) => {
    const name = channel.name ?? '';
    byName.set(name, [...(byName.get(name) ?? []), terms[i] ?? nothing]);
  });
  const options = [...byName.values()].map((list) => together(...list)).filter((term) => !isNothing(term));
  return options.length === 0 ? nothing : alternative(...options, nothing);
}
