import type { Part } from './parts.js';

/** What stands in a URL between `name=` and the next `&`; undefined where the name isn't in its known text. */
export function queryParameter(url: readonly Part[], name: string): Part[] | undefined {
  let found: Part[] | undefined;
  for (const part of url) {
    if (part.kind === 'hole') {
      found?.push(part);
      continue;
    }
    let rest = part.text;
    if (!found) {
      const at = [`?${name}=`, `&${name}=`].map((key) => rest.indexOf(key)).find((i) => i !== -1);
      if (at === undefined) continue;
      found = [];
      rest = rest.slice(at + name.length + 2);
    }
    const end = rest.search(/[&#]/);
    found.push({ kind: 'text', text: (end === -1 ? rest : rest.slice(0, end)).replaceAll('+', ' ') });
    if (end !== -1) return found;
  }
  return found;
}
