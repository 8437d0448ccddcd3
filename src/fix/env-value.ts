/** The value of the `NAME=value` line around an offset, with its quotes, without a comment behind it. */
export function envValueAt(
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const line = text.slice(lineStart, newline === -1 ? text.length : newline);
  const found = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=\s*/.exec(line);
  if (!found) return undefined;
  const start = found[0].length;
  const quote = /^["']/.exec(line.slice(start))?.[0];
  const closing = quote === undefined ? -1 : line.indexOf(quote, start + 1);
  if (closing !== -1) return { start: lineStart + start, end: lineStart + closing + 1 };
  const value = line
    .slice(start)
    .replace(/\s+#.*$/, '')
    .trimEnd();
  return { start: lineStart + start, end: lineStart + start + value.length };
}
