import type { At, Call, CallIndex, ModuleSummary } from '../../model/module-summary.js';
import { calleeOf } from '../../values/callee.js';
import { nested } from '../../values/inner.js';
import { pathOf } from '../../values/path-of.js';
import type { Activation, ExternalValue } from '../../values/value.js';
import { comesFromAnswer, enteredBy, isAfterFailure } from './presence.js';
import { startReading } from './reader.js';
import { siteKey } from './sinks.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** Functions that are looked at in one question; where there are more, any of them may throw. */
const mostFunctions = 60;

/**
 * Whether something may throw after a request was answered, though all servers are well: what stands behind it is not
 * reached then. Whatever decides of a `throw` counts, but for the failure of a request.
 */
export function mayThrowAfterAnswer(w: Walker, activation: Activation, block: At): boolean {
  let left = mostFunctions;
  const seen = new Set<string>();
  return throwsIn(activation, block, false);

  function throwsIn(place: Activation, block: At | undefined, isSent: boolean): boolean {
    const { module, fn } = place;
    const key = `${place.id}${isSent}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (left-- <= 0) return true;
    const isInside = ([start, end]: At): boolean =>
      block === undefined || (start >= block[0] && end <= block[1]);
    const calls = module.calls.flatMap((call, index) =>
      call.within === fn && call.kind !== 'decorator' && isInside(call.at) ? [{ call, index }] : [],
    );
    // What a call is given has run before it.
    const isBehind = (end: number, self?: Call): boolean =>
      isSent ||
      calls.some(
        ({ call, index }) =>
          call !== self && call.at[1] <= end && w.interest.sites.has(siteKey(module.file, index)),
      );
    const isThrown = (module.throws ?? []).some(
      ({ within, at, guards }) =>
        within === fn && isInside(at) && isBehind(at[0]) && !isAfterFailure(w, guards, place),
    );
    return (
      isThrown ||
      calls.some(({ call, index }) => {
        if (isAfterFailure(w, call.guards, place)) return false;
        const isLate = isBehind(call.at[1], call);
        const targets = targetsOf(place, call, index);
        return targets.length === 0
          ? isLate && refuses(w, index, place)
          : targets.some((target) => throwsIn(target, undefined, isLate));
      })
    );
  }

  /** The functions that a call runs where nothing failed, and those of this place that it is given to run. */
  function targetsOf(place: Activation, call: Call, index: number): readonly Activation[] {
    const functions = (args: Call['args']): readonly number[] =>
      args.flatMap(({ value }) => (value.kind === 'function' ? [value.fn] : []));
    const [all, given] = [functions(call.args), functions(runWhenWell(call))];
    const entered = enteredBy(w, { expr: { kind: 'call', call: index, at: call.at }, activation: place });
    return [
      ...entered.filter(({ module, fn }) => module !== place.module || !all.includes(fn)),
      ...given.flatMap((fn) => nested(w.m, place, fn) ?? []),
    ];
  }
}

/** What a call is given to run where nothing failed: not what `catch` is given, nor the second of `then`. */
function runWhenWell({ callee, args }: Call): Call['args'] {
  const name = callee.kind === 'member' && callee.key.kind === 'literal' ? callee.key.value : undefined;
  return name === 'catch' ? [] : name === 'then' ? args.slice(0, 1) : args;
}

/** Names of what takes only what it likes: the schemas of packages, checks of tokens. */
const checks =
  /^(?:parse|validate|assert|verify|decode|decrypt|check|ensure|expect|cast|unwrap|invariant|strict|coerce)(?![a-z])/;
const throwing = /^(?:JSON\.parse|BigInt|decodeURI(?:Component)?|atob|URL)$/;
/** What takes anything: libraries of helpers, what writes it down or passes it on. */
const helpers = /^(?:lodash|underscore|ramda|remeda|es-toolkit|radash)\b|^lodash[.-]/;
const passing =
  /^(?:log|info|warn|error|debug|trace|fatal|verbose|set|add|push|put|save|emit|publish|send|write|inc|increment|observe|record|track|count|gauge|end|json|status|resolve)$/i;
const files = /^(?:node:)?fs(?:\/promises)?$/;

/** Whether a call of what is not the program's own may throw at what an answer says, or at how things are beside it. */
function refuses(w: Walker, index: CallIndex, activation: Activation): boolean {
  const { module } = activation;
  const { callee, args } = module.calls[index] ?? {};
  if (callee === undefined || args === undefined || w.sinks.has(module.file, index)) return false;
  const isGiven = (): boolean => args.some(({ value }) => comesFromAnswer(w, { expr: value, activation }));
  startReading(w.m);
  const external = calleeOf(w.m, callee, activation)
    .map(({ value }) => value.value)
    .find((value) => value.kind === 'external');
  if (external?.kind !== 'external') return checks.test(lastOf(wordsOf(callee, module))) && isGiven();
  const path = pathOf(external.steps);
  if (external.module === 'global')
    return throwing.test(path) ? isGiven() && !isWholeText(args, module) : false;
  if (files.test(external.module)) return !/(?:^|\.)exists(?:Sync)?$/.test(path);
  return !isHarmless(external, lastOf(path)) && isGiven();
}

const isHarmless = ({ module }: ExternalValue, name: string): boolean =>
  helpers.test(module) || passing.test(name);

/** `JSON.parse(await response.text())`: what a server that is well answers with. */
function isWholeText([first]: Call['args'], module: ModuleSummary): boolean {
  const value = first?.value.kind === 'await' ? first.value.value : first?.value;
  const callee = value?.kind === 'call' ? module.calls[value.call]?.callee : undefined;
  return callee?.kind === 'member' && callee.key.kind === 'literal' && callee.key.value === 'text';
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? '';
