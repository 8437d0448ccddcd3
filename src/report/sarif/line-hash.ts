/** Characters that a line's hash takes in, from the start of the line on. */
const reach = 100;
const base = 37n;
const size = 64;
const endOfFile = 0xffff;
const lineFeed = 0x0a;

/**
 * The `primaryLocationLineHash` of each line, as GitHub's upload computes it where a report has none: a polynomial
 * over the next 100 characters without spaces and tabs, and how often that value has occurred so far. With equal values
 * the upload has nothing to warn of, and alerts stay the same whichever way a report gets there.
 */
export function lineHashes(text: string): readonly string[] {
  const codes = [...codesIn(text), endOfFile];
  const starts = [0, ...codes.flatMap((code, i) => (code === lineFeed ? [i + 1] : []))];
  const seen = new Map<string, number>();
  return starts.map((start) => {
    let hash = 0n;
    for (let i = start; i < start + reach; i++)
      hash = BigInt.asUintN(size, hash * base + BigInt(codes[i] ?? 0));
    const value = hash.toString(16);
    const count = (seen.get(value) ?? 0) + 1;
    seen.set(value, count);
    return `${value}:${count}`;
  });
}

function codesIn(text: string): number[] {
  const plain = text.replaceAll(/\r\n|\r/g, '\n').replaceAll(/[ \t]/g, '');
  return Array.from({ length: plain.length }, (_, i) => plain.charCodeAt(i));
}
