import { leadingText, type Part } from '../values/parts.js';

/** The host of a URL that begins with known text, lower case, with its port; undefined where it isn't all known. */
export function hostOf(url: readonly Part[]): string | undefined {
  const found = /^https?:\/\/([^/?#]+)(.?)/i.exec(leadingText(url));
  if (!found || (found[2] === '' && url.length > 1)) return undefined;
  return found[1]?.toLowerCase().replace(/^[^@]*@/, '');
}
