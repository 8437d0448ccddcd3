/** Largest value that is looked at: beyond it nothing is said to break. */
export const largestValue = 10_000_000;

/**
 * The largest whole number for which `exceeds` is false, where it turns true once and stays so.
 * Undefined when it is never true up to `largestValue`, or true from 0 on.
 */
export function largestSafe(exceeds: (value: number) => boolean): number | undefined {
  if (exceeds(0)) return undefined;
  let [safe, step] = [0, 1];
  while (!exceeds(step)) {
    safe = step;
    if (step >= largestValue) return undefined;
    step = Math.min(step * 2, largestValue);
  }
  return bisect(safe, step, exceeds);
}

/** The smallest whole number for which `exceeds` is false, where it turns false once: latency. Undefined when it never turns. */
export function smallestSafe(exceeds: (value: number) => boolean): number | undefined {
  if (!exceeds(0)) return undefined;
  let [unsafe, step] = [0, 1];
  while (exceeds(step)) {
    unsafe = step;
    if (step >= largestValue) return undefined;
    step = Math.min(step * 2, largestValue);
  }
  return bisect(unsafe, step, (value) => !exceeds(value)) + 1;
}

/** The last whole number in `[low, high)` before `turned`, which is false at `low` and true at `high`. */
function bisect(low: number, high: number, turned: (value: number) => boolean): number {
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (turned(middle)) after = middle;
    else before = middle;
  }
  return before;
}
