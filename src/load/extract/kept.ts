import type { Expr } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { constant, type Quantity } from '../quantity.js';
import type { LimiterShape, LimiterUse } from '../term.js';
import { closureSlotOf, ownerOf, slotOf, type Slot } from './slots.js';

/** What is asked again once a time has passed since the last question, or since its answer. */
export interface AskedAgain {
  readonly limiter: LimiterUse;
  readonly from: 'question' | 'answer';
}

export interface KeptAgain extends AskedAgain {
  readonly limiter: LimiterUse & { readonly shape: Extract<LimiterShape, { kind: 'cache' }> };
}

/** Where something is kept that all runs of a function share. */
export const keptIn = (activation: Activation, expr: Expr | undefined): Slot | undefined =>
  slotOf(activation, expr) ?? closureSlotOf(activation, expr);

/** One place, whoever looks there. */
export const idOf = (activation: Activation, { name, field, made = '' }: Slot): string =>
  `${activation.module.file}#${name}${made}${field === undefined ? '' : ownerOf(activation)}`;

/** The answer that is kept in a slot, so long after the question or after its answer. */
export function keptUnder(
  activation: Activation,
  slot: Slot,
  ttlMs: Quantity,
  from: AskedAgain['from'],
): KeptAgain {
  const byAnswer = from === 'answer' && ({ asksMeanwhile: true, isLostByFailure: true } as const);
  const shape = { kind: 'cache', ttlMs, keys: constant(1), ...byAnswer } as const;
  return { limiter: { id: idOf(activation, slot), shape, instance: 'process' }, from };
}
