import { functionsAt } from '../../values/builtins/callbacks.js';
import { pathOf } from '../../values/path-of.js';
import type { ExternalValue, Value } from '../../values/value.js';
import { textOf } from '../../values/value.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import type { Channel } from './channels.js';
import { messageTerm } from './channels.js';
import { saysByName } from './interest.js';
import { listening, listeningOnce } from './listeners.js';
import { codeOptions } from './options-in-code.js';
import type { Run } from './run.js';
import { isNothing, together, waited } from './run.js';
import type { Term } from '../term.js';
import { again } from './set-off.js';
import { addWork } from './triggers.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

const packages =
  /^(?:(?:node:)?events|eventemitter[23]|mitt|nanoevents|tiny-emitter|emittery|tseep|@nestjs\/event-emitter|typed-emitter|strict-event-emitter(?:-types)?)$/;
/** Emitters whose `emit` is done when those who listen are. */
const waitsForAll = /^emittery$/;
const says = /^(?:emit|emitAsync|emitSerial|emitReserved|dispatchEvent|trigger)$/;
const hears = /^(?:on|once|addListener|addEventListener|prependListener|prependOnceListener|onAny|any)$/;

/** Whether a call says something to those who listen, or listens. */
export const isEmitter = (callee: ExternalValue): boolean => {
  const name = lastName(callee);
  return isOfEmitter(callee) && (says.test(name) || hears.test(name));
};

const lastName = ({ steps }: ExternalValue): string => {
  const last = steps.at(-1);
  return last?.kind === 'member' ? last.name : '';
};

function isOfEmitter(callee: ExternalValue): boolean {
  const path = pathOf(callee.steps);
  if (callee.module === 'global') return /^EventTarget\.new\.\w+$/.test(path);
  return packages.test(callee.module) && callee.steps.length > 1;
}

/** Events of emitters: who listens is work, and who emits sets it off. Undefined for anything else. */
export function emitterRun(w: Walker, here: CallHere, callees: readonly Value[]): Run | undefined {
  const { callee } = here.call;
  if (callee.kind !== 'member' || callee.key.kind !== 'literal') return undefined;
  const name = String(callee.key.value);
  if (!says.test(name) && !hears.test(name)) return undefined;
  const external = callees.find((value) => value.kind === 'external');
  const isKnown = external?.kind === 'external' && isOfEmitter(external);
  // Of a receiver that nothing is known of, the name alone says what it does.
  const isOpen = callees.length === 0 || callees.every(({ kind }) => kind === 'hole');
  if (!isKnown && !isOpen) return undefined;
  if (!isKnown && !saysByName(name) && !hearsEvents(w, here)) return undefined;
  const site = isKnown && external.kind === 'external' ? siteOf(external) : undefined;
  const channel: Channel = { kind: 'event', name: eventOf(w, here), ...(site !== undefined && { site }) };
  if (says.test(name)) {
    const isAsync = name === 'emitAsync' || (isKnown && waitsForAll.test(external.module));
    return waited(messageTerm(w.messages, { channel, isWaitedFor: isAsync && here.call.awaited !== 'no' }));
  }
  const walked = (): Term =>
    together(
      ...here.args.flatMap((_, i) =>
        functionsAt({ m: w.m, args: here.args, site: here }, i).map((fn) =>
          functionTerm(w, here, fn, undefined, `listener${i}`),
        ),
      ),
    );
  const isOnce = /once/i.test(name);
  const heard = isOnce ? walked() : again(w, here.activation, walked);
  const term =
    !isKnown || external.kind !== 'external'
      ? heard
      : isOnce
        ? listeningOnce(w, here, heard)
        : listening(w, external, heard);
  if (!isNothing(term))
    addWork(w, here, {
      channel,
      isOpen: !isKnown,
      term,
      event: channel.name ?? name,
      how: `event ${channel.name ?? '?'}`,
    });
  return waited(together());
}

/** Whether some emitter of the program says what is listened to here. */
const hearsEvents = (w: Walker, here: CallHere): boolean => {
  const name = eventOf(w, here);
  return name !== undefined && w.interest.said.has(name);
};

/** Where the emitter is made, for those that one place makes. */
function siteOf({ steps }: ExternalValue): string | undefined {
  const made = steps.find((step) => step.kind === 'new' || step.kind === 'call');
  return made && made.kind !== 'member' && made.kind !== 'assign' && made.call !== undefined
    ? `${made.at.file}#${made.at.start}`
    : undefined;
}

/** The event's name: a text, a constant's own name, or the type of `new Event('tick')`. */
function eventOf(w: Walker, here: CallHere): string | undefined {
  const options = codeOptions(w, here.args, here.activation);
  const [value] = options.values(0);
  // `process.argv[2]` has a way that leads to it, and no name.
  const isGiven = value?.kind === 'external' && value.module === 'global';
  const text = isGiven ? undefined : options.text(0);
  if (text !== undefined) return text;
  if (value?.kind === 'external') {
    const made = value.steps.findLast((step) => step.kind === 'new');
    if (made?.kind === 'new') return codeOptions(w, made.args, here.activation).text(0);
  }
  const expr = here.call.args[0]?.value;
  // A symbol, or a member of an enum that nothing is known of, is called the same in both places.
  const words = expr ? wordsOf(expr, here.activation.module) : '';
  return value?.kind === 'string' && textOf(value) === undefined
    ? undefined
    : isConstant(words)
      ? words
      : undefined;
}

const isConstant = (words: string): boolean => /^[A-Z][\w$]*(?:\.[\w$]+)*$/.test(words);

/** Whether a call says something that other parts of the program hear: an event, or a job of a queue. */
export const isSender = (callee: ExternalValue): boolean =>
  (isOfEmitter(callee) && says.test(lastName(callee))) ||
  (/^rxjs/.test(callee.module) && lastName(callee) === 'next') ||
  (/^(?:bullmq|bull|agenda|pg-boss|bee-queue)$/.test(callee.module) &&
    /^(?:add|addBulk|now|schedule|send\w*|insert|publish|save|saveAll)$/.test(lastName(callee)));
