import type { ArrayValue, HoleValue, Lazy } from './value.js';

/** Some items in a row, and what stands for those that aren't known. */
export type ListPart = Pick<ArrayValue, 'items' | 'openAt'> & { readonly open?: HoleValue | undefined };

/** The items of all parts, one after another. What isn't known stands where the first part has it that has any. */
export function listed(parts: readonly ListPart[]): ArrayValue {
  const items: Lazy[] = [];
  let open: HoleValue | undefined;
  let openAt = 0;
  for (const part of parts) {
    if (part.open && !open) {
      open = part.open;
      openAt = items.length + (part.openAt ?? part.items.length);
    }
    items.push(...part.items);
  }
  // What rounds of a loop add has no place of its own.
  const hasPlace = open && open.reason !== 'mutated' && openAt < items.length;
  return { kind: 'array', items, open, ...(hasPlace ? { openAt } : {}) };
}
