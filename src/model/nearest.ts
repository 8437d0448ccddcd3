/** Names longer than this are never compared: no name that a person types is. */
const longestName = 80;

/** The candidate that `name` is most likely a slip of, or undefined when none is near. Case counts for nothing, swapped neighbours for one slip. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const limit = allowedSlips(name, candidate);
    if (Math.abs(name.length - candidate.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance > limit) continue;
    if (!best || distance < best.distance || (distance === best.distance && candidate < best.candidate)) {
      best = { candidate, distance };
    }
  }
  return best?.candidate;
}

/** A third of the longer name, at least one: `CONSNT` is near `CONSENT`, `USER` is not near `RISK`. */
function allowedSlips(name: string, candidate: string): number {
  const length = Math.max(name.length, candidate.length);
  return length > longestName ? 0 : Math.max(1, Math.floor(length / 3));
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
