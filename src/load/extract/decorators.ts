import type { Expr } from '../../model/module-summary.js';
import { rootActivation } from '../../values/machine.js';
import { pathOf } from '../../values/path-of.js';
import type { Activation, ExternalValue } from '../../values/value.js';
import { entryOf } from '../../values/value.js';
import type { Term } from '../term.js';
import type { Trigger } from '../trigger.js';
import type { CallHere } from './calls.js';
import type { Channel } from './channels.js';
import { codeOptions } from './options-in-code.js';
import { valuesOf } from './reader.js';
import { rateSymbol, readSchedule, redelivered } from './triggers.js';
import type { Walker } from './walker.js';

const routes = /^(?:Get|Post|Put|Patch|Delete|All|Head|Options)$/;
const events =
  /^(?:MessagePattern|EventPattern|OnEvent|Process|SqsMessageHandler|RabbitSubscribe|SubscribeMessage|OnQueueEvent|OnWorkerEvent|KafkaSubscribe)$/;

/** What these hear comes again where it fails. */
const comesAgain = /^(?:SqsMessageHandler|RabbitSubscribe|KafkaSubscribe)$/;

/** What a method's decorators say of when it runs: a schedule, a route, a message. */
export function decoratorTrigger(
  w: Walker,
  activation: Activation,
):
  | { trigger: Trigger; how: string; again?: (term: Term) => Term }
  | { channel: Channel; here: CallHere }
  | undefined {
  for (const decorator of activation.summary.decorators ?? []) {
    const here = callIn(w, activation, decorator);
    if (here === undefined) continue;
    const { callee } = here;
    const scheduled = readSchedule(w, here, callee);
    if (scheduled) {
      const { trigger, event, how } = scheduled;
      return {
        trigger: trigger ?? { kind: 'event', perMinute: rateSymbol(w, here, event ?? 'schedule') },
        how,
      };
    }
    const name = pathOf(callee.steps).split('.').at(-1) ?? '';
    const text = codeOptions(w, here.args, here.activation).text(0);
    const heard = heardBy(w, activation, name, text);
    if (heard) return { channel: heard, here };
    const event = routes.test(name)
      ? `${name === 'All' ? '*' : name.toUpperCase()} ${joinPath(baseOf(w, activation), text ?? '')}`
      : events.test(name)
        ? (text ?? activation.summary.name)
        : undefined;
    if (event === undefined) continue;
    const trigger: Trigger = { kind: 'event', perMinute: rateSymbol(w, here, event) };
    const again = (term: Term): Term => redelivered(w, here, callee, event, term);
    return { trigger, how: event, ...(comesAgain.test(name) && { again }) };
  }
  return undefined;
}

/** What a method listens to that the program itself may say. */
function heardBy(
  w: Walker,
  activation: Activation,
  name: string,
  text: string | undefined,
): Channel | undefined {
  if (name === 'OnEvent') return { kind: 'event', name: text };
  if (name !== 'Process') return undefined;
  const queue = classOption(w, activation, 'Processor');
  return { kind: 'queue', name: queue };
}

/** The path of the controller around a method. */
const baseOf = (w: Walker, activation: Activation): string => classOption(w, activation, 'Controller') ?? '';

/** The name, or the path, that a decorator of the class around a method gives. */
function classOption(w: Walker, activation: Activation, name: string): string | undefined {
  const here = classDecorator(w, activation, name);
  return here && optionIn(w, here);
}

function optionIn(w: Walker, here: CallHere): string | undefined {
  const options = codeOptions(w, here.args, here.activation);
  return options.text(0) ?? options.text(0, 'path') ?? options.text(0, 'name');
}

function classDecorator(w: Walker, { module, summary }: Activation, name: string): ReturnType<typeof callIn> {
  const cls = summary.cls === undefined ? undefined : module.classes[summary.cls];
  for (const decorator of cls?.decorators ?? []) {
    const here = callIn(w, rootActivation(w.m, module, cls?.within ?? 0), decorator);
    if (here && pathOf(here.callee.steps) === name) return here;
  }
  return undefined;
}

/** `@Processor('mails') class … { process(job) }`: what a worker of a queue does, without a word at the method. */
export function processorOf(
  w: Walker,
  activation: Activation,
): { channel: Channel; here: CallHere } | undefined {
  if (activation.summary.name !== 'process') return undefined;
  const here = classDecorator(w, activation, 'Processor');
  return here && { channel: { kind: 'queue', name: optionIn(w, here) }, here };
}

const joinPath = (base: string, path: string): string =>
  `/${[base, path]
    .map((part) => part.replace(/^\/+|\/+$/g, ''))
    .filter((part) => part !== '')
    .join('/')}`;

function callIn(
  w: Walker,
  activation: Activation,
  decorator: Expr,
): (CallHere & { readonly callee: ExternalValue }) | undefined {
  if (decorator.kind !== 'call') return undefined;
  const { module } = activation;
  const call = module.calls[decorator.call];
  if (call === undefined) return undefined;
  const around = rootActivation(w.m, module, call.within);
  const callee = valuesOf(w, call.callee, around).find((value) => value.kind === 'external');
  if (callee?.kind !== 'external') return undefined;
  return {
    call,
    index: decorator.call,
    activation: around,
    args: call.args.map((arg) => entryOf(arg, around)),
    callee,
  };
}
