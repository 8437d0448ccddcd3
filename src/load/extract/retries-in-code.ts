import { functionsAt } from '../../values/builtins/callbacks.js';
import { enterFunction } from '../../values/call.js';
import { pathOf } from '../../values/path-of.js';
import type { Activation, ExternalValue, Value } from '../../values/value.js';
import type { RetryModel, RetryPolicy } from '../retries/model.js';
import { retries } from '../retries/index.js';
import type { Term } from '../term.js';
import { alternative, delay, nothing } from '../term.js';
import { between, constant, constantValue } from '../quantity.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { inTurn } from './loops.js';
import { codeOptions } from './options-in-code.js';
import { forced, type Reader } from './reader.js';
import { inOrder, isNothing, together } from './run.js';
import { siteKey } from './sinks.js';
import { mayThrowWhenWell } from './throwing.js';
import type { RetryBook, Walker } from './walker.js';

const exportOf = (callee: ExternalValue, model: RetryModel): boolean => {
  const names = callee.steps.flatMap((step) => (step.kind === 'member' ? [step.name] : []));
  const isPlain = callee.steps.every((step) => step.kind === 'member');
  const path = names.filter((name) => name !== 'default').join('.');
  return (
    isPlain &&
    callee.module === model.library &&
    path === (model.exported === 'default' ? '' : model.exported)
  );
};

export const isRetry = (callee: ExternalValue): boolean =>
  retries.some((model) => model.covers.kind === 'callback' && exportOf(callee, model));

/** `pRetry(fn, options)`: the function runs again while it fails. */
export function throughRetry(w: Walker, here: CallHere, callee: ExternalValue): Term | undefined {
  for (const model of retries) {
    if (model.covers.kind !== 'callback' || !exportOf(callee, model)) continue;
    const functions = functionsAt({ m: w.m, args: here.args, site: here }, model.covers.argument);
    const body = together(...functions.map((fn) => functionTerm(w, here, fn, undefined, 'retried')));
    const policy = model.policy(codeOptions(w, here.args, here.activation));
    const isPolled = functions.some((fn) =>
      mayThrowWhenWell(w, enterFunction(w.m, fn, undefined, undefined, here, 'retried')),
    );
    return isPolled ? polled(body, policy) : again(body, model.library, policy);
  }
  return undefined;
}

/** What throws until an answer says what is waited for is asked again while all is well, after one pause after the other. */
function polled(body: Term, { attempts, waitsMs }: RetryPolicy): Term {
  if (isNothing(body)) return body;
  const isPaced = constantValue(attempts) === waitsMs.length + 1;
  if (isPaced && waitsMs.some((ms) => constantValue(ms) !== constantValue(waitsMs[0] ?? ms)))
    return waitsMs.reduceRight<Term>(
      (rest, ms) => inOrder(body, alternative(inOrder(delay(ms), rest), nothing)),
      body,
    );
  const pause = between({ kind: 'minimum', of: waitsMs }, { kind: 'maximum', of: waitsMs });
  return inTurn(between(constant(1), attempts), inOrder(body, delay(pause)));
}

function again(body: Term, library: string, { attempts, waitsMs, retryAfter }: RetryPolicy): Term {
  if (isNothing(body) || constantValue(attempts) === 1) return body;
  const by = { library, retryAfter: typeof retryAfter === 'string' ? retryAfter : ('capped' as const) };
  return { kind: 'retry', attempts, waitsMs, body, by };
}

interface Found {
  readonly library: string;
  readonly policy: RetryPolicy;
}

/** What the clients of a program do when their requests fail. `methods` are those of a request, undefined when unknown. */
export function retryBook(
  reader: Reader,
  requests: ReadonlyMap<string, { readonly client: string; readonly methods: readonly string[] | undefined }>,
): RetryBook {
  const byClient = new Map<string, Found>();
  const bySite = new Map<string, { callee: ExternalValue; args: CallHere['args']; activation: Activation }>();
  let everywhere: Found | undefined;
  for (const { site, callee } of reader.graph.external) {
    const call = site.module.calls[site.index];
    if (call === undefined) continue;
    const args = call.args.map((arg) => ({
      spread: arg.spread,
      value: { kind: 'expr' as const, expr: arg.value, activation: site.activation },
    }));
    if (requests.has(siteKey(site.module.file, site.index)))
      bySite.set(siteKey(site.module.file, site.index), { callee, args, activation: site.activation });
    if (callee.module === 'undici' && /(?:^|\.)setGlobalDispatcher$/.test(pathOf(callee.steps)))
      everywhere ??= dispatched(reader, args, site.activation, 0, []);
    for (const model of retries) {
      if (model.covers.kind !== 'client' || model.covers.argument === undefined || !exportOf(callee, model))
        continue;
      const given = args[model.covers.argument];
      for (const value of given ? forced(reader, given.value) : [])
        if (value.kind === 'external')
          byClient.set(clientKey(value), {
            library: model.library,
            policy: model.policy(codeOptions(reader, args, site.activation)),
          });
    }
  }
  const policyAt = (activation: Activation, index: number): Found | undefined => {
    const key = siteKey(activation.module.file, index);
    const found = bySite.get(key);
    if (found === undefined) return undefined;
    const shared = [...byClient].find(([client]) => isOf(found.callee, client))?.[1];
    if (shared) return shared;
    const dispatcher = [0, 1].map((at) =>
      dispatched(reader, found.args, found.activation, at, ['dispatcher']),
    );
    const through = dispatcher.find((d) => d !== undefined);
    if (through) return through;
    if (everywhere && sentByUndici(found.callee)) return everywhere;
    const own = retries.find(
      ({ covers, library }) =>
        covers.kind === 'client' && covers.argument === undefined && library === found.callee.module,
    );
    // Options may stand in the call, or in `extend` and `create` before it.
    const makers = found.callee.steps.flatMap((step) => (step.kind === 'call' ? [step.args] : []));
    const options = [found.args.slice(1), found.args, ...makers].map((args) =>
      codeOptions(reader, args, found.activation),
    );
    const stated = options.find((o) => isRecord(o.values(0)) && o.has(0, 'retry'));
    return (
      own && {
        library: own.library,
        policy: own.policy(stated ?? codeOptions(reader, [], found.activation)),
      }
    );
  };
  return {
    around: (request, activation, index) => {
      const found = policyAt(activation, index);
      const policy = found?.policy;
      const methods = requests.get(siteKey(activation.module.file, index))?.methods;
      const applies =
        policy !== undefined &&
        (policy.methods === 'all' ||
          methods === undefined ||
          methods.some((m) => policy.methods.includes(m)));
      return applies && found ? again(request, found.library, policy) : request;
    },
  };
}

const isRecord = (values: readonly Value[]): boolean => values.some(({ kind }) => kind === 'object');

/** Node's own `fetch` is undici's, and takes its global dispatcher. */
const sentByUndici = ({ module, steps }: ExternalValue): boolean =>
  module === 'undici' || (module === 'global' && pathOf(steps) === 'fetch');

/** The agent that an option names, where it is one that tries again. */
function dispatched(
  reader: Reader,
  args: CallHere['args'],
  activation: Activation,
  argument: number,
  path: readonly string[],
): Found | undefined {
  for (const value of codeOptions(reader, args, activation).values(argument, ...path)) {
    const made = value.kind === 'external' ? value.steps.find(({ kind }) => kind === 'new') : undefined;
    if (value.kind !== 'external' || made?.kind !== 'new') continue;
    const model = retries.find(
      ({ covers, library, exported }) =>
        covers.kind === 'dispatcher' &&
        library === value.module &&
        value.steps.some((step) => step.kind === 'member' && step.name === exported),
    );
    if (model === undefined) continue;
    const options = codeOptions(reader, made.args, made.call?.activation ?? activation);
    return { library: model.library, policy: model.policy(options) };
  }
  return undefined;
}

/** What tells one instance of a client from another. */
export function clientKey(value: ExternalValue): string {
  const made = value.steps.findLast((step) => step.kind === 'call' || step.kind === 'new');
  const at = made && 'at' in made ? `${made.at.file}:${made.at.start}` : '';
  return `${value.module}|${at}`;
}

export const isOf = (callee: ExternalValue, key: string): boolean => {
  const [module = '', at = ''] = key.split('|');
  if (callee.module !== module) return false;
  const makers = callee.steps.flatMap((step) =>
    step.kind === 'call' || step.kind === 'new' ? [`${step.at.file}:${step.at.start}`] : [],
  );
  return at === '' ? makers.length === 0 : makers.includes(at);
};
