/** The 0-based line of an offset, by the offsets at which lines start. */
export function lineAt(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The 1-based line and column of an offset. */
export function positionAt(lineStarts: readonly number[], offset: number): { line: number; column: number } {
  const line = lineAt(lineStarts, offset);
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}
