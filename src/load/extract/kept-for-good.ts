import type { TestId } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { constant } from '../quantity.js';
import { keptIn, keptUnder, type KeptAgain } from './kept.js';
import { testOffset, waitsBetween } from './module-variables.js';
import { isThere } from './presence.js';
import { emptyBranch, isFlight } from './single-flight.js';
import { laterIn } from './slots.js';
import type { Walker } from './walker.js';
import { endOf, isSurelySet } from './when-set.js';

/**
 * `if (cache) return cache; cache = await load();`: what runs while nothing is kept runs once, as it keeps something and
 * nothing takes that away again. Undefined for other tests.
 */
export function keptForGood(
  w: Walker,
  test: TestId,
  branch: string,
  activation: Activation,
): KeptAgain | undefined {
  const { module, fn } = activation;
  const summary = module.tests[test];
  const asked = testOffset(test);
  if (summary?.kind !== 'condition' || asked === undefined) return undefined;
  const { condition } = summary;
  const slot = keptIn(activation, condition.kind === 'operator' ? condition.operands[0] : condition);
  if (slot === undefined) return undefined;
  if (emptyBranch(condition, (expr) => keptIn(activation, expr)?.name === slot.name) !== branch)
    return undefined;
  const [put, ...others] = laterIn(w, activation, slot) ?? [];
  if (put === undefined || others.length > 0 || !isThere(w, { expr: put.value, activation }, true))
    return undefined;
  const { value, at = 0, under, within } = put;
  if (value.kind === 'call' && isFlight(w, value.call, activation)) return undefined;
  const setUntil = Math.max(at, endOf(value));
  if (!isSurelySet(w, activation, { put, around: under, setUntil }, { test, branch })) return undefined;
  const isAtOnce = within === fn && !waitsBetween(module, fn, asked, setUntil);
  return keptUnder(activation, slot, constant(Infinity), isAtOnce ? 'question' : 'answer');
}
