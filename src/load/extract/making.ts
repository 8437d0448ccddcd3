import type { Call } from '../../model/module-summary.js';
import { calleeOf } from '../../values/callee.js';
import { functionKey } from '../../values/machine.js';
import type { CallSite } from '../../values/step.js';
import type { Activation } from '../../values/value.js';
import { inRun } from './set-off.js';
import { sameFunction, type Walker } from './walker.js';
import { wordsOf } from './words.js';

/** What code makes: once in a process or in each run, or several times there, and the calls that lead to it: what two calls make is not one. */
export interface Making {
  readonly instance: 'process' | 'run';
  readonly isMany: boolean;
  readonly where: string;
}

export function makingOf(w: Walker, site: CallSite): Making {
  let [current, call] = [site.activation, site.activation.module.calls[site.index]];
  let [where, isMany] = ['', false];
  for (let depth = 0; depth < 8; depth++) {
    isMany ||= call !== undefined && isInLoop(call);
    if (current.fn === 0) return { instance: 'process', isMany, where };
    if (isKept(current)) return { instance: 'process', isMany: true, where };
    const here = `${where}@${functionKey(current.module, current.fn)}`;
    if (isRun(w, current)) return { instance: 'run', isMany, where: here };
    const { from } = current;
    if (from === undefined) {
      const often = calledOften(w, current);
      const instance = often === 'run' ? 'run' : 'process';
      return { instance, isMany: isMany || often === 'many', where: here };
    }
    isMany ||= !isCalled(w, current);
    where += `@${from.activation.module.file}:${from.call.at[0]}`;
    [current, call] = [from.activation, from.call];
  }
  return { instance: 'process', isMany: true, where };
}

const isInLoop = ({ frames }: Call): boolean => frames.some(({ kind }) => kind === 'loop');

/** Whether a function is what a trigger runs. */
function isRun(w: Walker, { module, fn }: Activation): boolean {
  const root = inRun(w)[1] ?? w.stack[0];
  return root !== undefined && sameFunction(root.activation, module, fn);
}

/** Whether a function puts what it makes where its next call finds it, under a key. */
const isKept = ({ module, fn }: Activation): boolean =>
  module.stores.some(({ within, path }) => within === fn && path.some(({ kind }) => kind !== 'literal')) ||
  module.calls.some(
    ({ within, callee }) => within === fn && /\.(?:set|push|add)$/.test(wordsOf(callee, module)),
  );

/** Whether a call runs the function itself: what it only passes on may run again and again. */
function isCalled(w: Walker, { module, fn, from }: Activation): boolean {
  return (
    from !== undefined &&
    calleeOf(w.m, from.call.callee, from.activation).some(({ value: { value } }) =>
      value.kind === 'function'
        ? value.fn === fn && value.activation.module === module
        : value.kind === 'class',
    )
  );
}

/** Of a function whose caller isn't known: once where one call of a module's body is all there is. */
function calledOften(w: Walker, { module, fn }: Activation): 'once' | 'run' | 'many' {
  const sites = w.graph.callers.get(functionKey(module, fn)) ?? [];
  const calls = new Map(sites.map((site) => [`${site.module.file}/${site.index}`, site]));
  if (sites.length === 0 || sites.some(({ activation }) => activation.fn !== 0)) return 'run';
  const [only, ...others] = [...calls.values()];
  const call = only?.module.calls[only.index];
  return others.length === 0 && call && !isInLoop(call) ? 'once' : 'many';
}
