/** A few characters that stand for a text: where these are others, the text is. Of texts that somebody chose, they tell nothing. */
export function textMark(text: string): string {
  let [one, two] = [0x811c9dc5, 0x2f0b4c47];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b) ^ (two >>> 15);
  }
  return [one, two].map((number) => (number >>> 0).toString(36)).join('.');
}
