import { functionsAt } from '../../values/builtins/callbacks.js';
import type { Activation, ExternalValue } from '../../values/value.js';
import type { RetryModel, RetryPolicy } from '../retries/model.js';
import { retries } from '../retries/index.js';
import type { Term } from '../term.js';
import { constantValue } from '../quantity.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { codeOptions } from './options-in-code.js';
import { forced, type Reader } from './reader.js';
import { isNothing, together } from './run.js';
import { siteKey } from './sinks.js';
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
    const terms = functionsAt({ m: w.m, args: here.args, site: here }, model.covers.argument).map((fn) =>
      functionTerm(w, here, fn, [], 'retried'),
    );
    return again(together(...terms), model.library, model.policy(codeOptions(w, here.args, here.activation)));
  }
  return undefined;
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
  for (const { site, callee } of reader.graph.external) {
    const call = site.module.calls[site.index];
    if (call === undefined) continue;
    const args = call.args.map((arg) => ({
      spread: arg.spread,
      value: { kind: 'expr' as const, expr: arg.value, activation: site.activation },
    }));
    if (requests.has(siteKey(site.module.file, site.index)))
      bySite.set(siteKey(site.module.file, site.index), { callee, args, activation: site.activation });
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
    const own = retries.find(
      ({ covers, library }) =>
        covers.kind === 'client' && covers.argument === undefined && library === found.callee.module,
    );
    // Options may stand in the call, or in `extend` and `create` before it.
    const makers = found.callee.steps.flatMap((step) => (step.kind === 'call' ? [step.args] : []));
    const options = [found.args.slice(1), found.args, ...makers].map((args) =>
      codeOptions(reader, args, found.activation),
    );
    const stated = options.find((o) => o.has(0, 'retry'));
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

/** What tells one instance of a client from another. */
function clientKey(value: ExternalValue): string {
  const made = value.steps.findLast((step) => step.kind === 'call' || step.kind === 'new');
  const at = made && 'at' in made ? `${made.at.file}:${made.at.start}` : '';
  return `${value.module}|${at}`;
}

const isOf = (callee: ExternalValue, key: string): boolean => {
  const [module = '', at = ''] = key.split('|');
  if (callee.module !== module) return false;
  const makers = callee.steps.flatMap((step) =>
    step.kind === 'call' || step.kind === 'new' ? [`${step.at.file}:${step.at.start}`] : [],
  );
  return at === '' ? makers.length === 0 : makers.includes(at);
};
