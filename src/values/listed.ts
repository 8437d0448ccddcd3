import { lazyValue, placedItems, type ArrayValue, type HoleValue, type Lazy } from './value.js';

/** Some items in a row, and what stands for those that aren't known. */
export type ListPart = Pick<ArrayValue, 'items' | 'openAt'> & { readonly open?: HoleValue | undefined };

/**
 * The items of all parts, one after another. What isn't known stands where the first part has it that has any; what
 * isn't known of others is one of the items after that, none of which has a position.
 */
export function listed(parts: readonly ListPart[]): ArrayValue {
  const items: Lazy[] = [];
  let open: HoleValue | undefined;
  let openAt = 0;
  for (const { items: own, openAt: at = own.length, open: unknown } of parts) {
    items.push(...own.slice(0, at));
    if (unknown && open && unknown.reason !== 'mutated')
      items.push(lazyValue({ ...unknown, name: unknown.name || 'rest' }));
    else if (unknown && !open) [open, openAt] = [unknown, items.length];
    items.push(...own.slice(at));
  }
  // What rounds of a loop add has no place of its own.
  const hasPlace = open && open.reason !== 'mutated' && openAt < items.length;
  return { kind: 'array', items, open, ...(hasPlace ? { openAt } : {}) };
}

/** What is left of a list from a position on; of those behind what isn't known, nobody can tell. */
export function itemsFrom(list: ArrayValue, from: number): ArrayValue {
  const placed = placedItems(list).length;
  if (list.open && from > placed) return { kind: 'array', items: [], open: list.open };
  const openAt = list.openAt === undefined ? {} : { openAt: placed - from };
  return { ...list, items: list.items.slice(from), ...openAt };
}

/** The last item, where it is known which that is. */
export const lastItem = ({ items, open, openAt = items.length }: ArrayValue): Lazy | undefined =>
  open && openAt >= items.length ? undefined : items.at(-1);
