import type { Expr, ModuleSummary } from '../model/module-summary.js';
import { whileFinding } from './circles.js';
import { evaluate } from './evaluate.js';
import { functionKey, rootActivation, type Machine } from './machine.js';
import { runsByCalls } from './runs.js';
import type { ExternalValue, HoleValue } from './value.js';

/**
 * What `typeof fetch` says of a value that no call of the program gives: it is that function of the environment, or of
 * a package. Where calls give it, they say more.
 */
export function ofPackage(
  m: Machine,
  hole: HoleValue,
  of: Expr,
  module: ModuleSummary,
): ExternalValue | undefined {
  const [only, ...others] = evaluate(m, of, rootActivation(m, module, 0));
  if (only?.value.kind !== 'external' || others.length > 0) return undefined;
  return isGiven(m, hole) ? undefined : only.value;
}

/** Whether a call of the program gives the parameter that a value comes from. */
export function isGiven(m: Machine, { origin }: HoleValue): boolean {
  if (!origin || origin.parameter === 'this') return false;
  const { module, fn } = origin.activation;
  const key = `${functionKey(module, fn)}:given`;
  // What is given may be the parameter of another function, which this one calls.
  return whileFinding(
    m,
    key,
    () => runsByCalls(m, module, fn).length > 0,
    () => true,
  );
}
