import { itemsFrom, lastItem } from './listed.js';
import { placedItems, type ArrayValue, type Value } from './value.js';

const changes = {
  '@pop': (list) => (lastItem(list) ? { ...list, items: list.items.slice(0, -1) } : list),
  '@shift': (list) => itemsFrom(list, 1),
  '@reverse': reversed,
} satisfies Readonly<Record<string, (list: ArrayValue) => ArrayValue>>;

type ListChange = keyof typeof changes;

/** Whether a step of an assignment stands for a method that changes its list in place. */
export const isListChange = (step: string | undefined): step is ListChange =>
  step !== undefined && Object.hasOwn(changes, step);

/** A list after `pop()`, `shift()` or `reverse()`. */
export const changedList = (list: ArrayValue, change: ListChange): ArrayValue => changes[change](list);

/** The items in the opposite order; what isn't known of them keeps its place among them. */
export function reversed(list: ArrayValue): ArrayValue {
  const items = [...list.items].reverse();
  if (!list.open) return { kind: 'array', items, open: undefined };
  return { kind: 'array', items, open: list.open, openAt: items.length - placedItems(list).length };
}

/** `list.length = n` cuts a list off; one that grows, or is cut where nobody knows, is as before. */
export function withLength(list: ArrayValue, length: Value): ArrayValue {
  if (length.kind !== 'number' || length.value > placedItems(list).length) return list;
  return { kind: 'array', items: list.items.slice(0, length.value), open: undefined };
}
