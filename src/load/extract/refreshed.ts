import { originsOf } from './member-changes.js';
import { slotOf } from './slots.js';
import type { CallHere } from './calls.js';

/** Whether code sets a timer going again that has gone off: `timer.refresh()`. */
export function isRefreshed({ index, activation }: CallHere): boolean {
  const { module } = activation;
  return module.calls.some(({ callee }) => {
    if (callee.kind !== 'member' || callee.key.kind !== 'literal' || callee.key.value !== 'refresh')
      return false;
    const values = slotOf(activation, callee.object)?.values.map(({ value }) => value) ?? [];
    return [callee.object, ...values].some((expr) =>
      originsOf(module, expr, () => false).some((of) => of.kind === 'call' && of.call === index),
    );
  });
}
