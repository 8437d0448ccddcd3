/** Whether a text is what a name stands for; `*` in the name is any text. Takes time linear in name times text. */
export function fitsWildcard(name: string, text: string): boolean {
  const [first = '', ...rest] = name.split('*');
  if (rest.length === 0) return name === text;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** `METHOD path` without the names of parameters, which are a matter of taste. */
export const withoutParameterNames = (operation: string): string => operation.replaceAll(/\{[^{}]*\}/g, '{}');
