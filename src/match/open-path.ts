import type { AbstractString } from '../model/abstract-string.js';
import { isUnresolved } from './match.js';
import { splitUrl } from './request-url.js';

const namesPath = /(?:path|route|ur[il]|href|endpoint|link|resource)(?:\(\))?$/i;

/**
 * Whether nobody can say what a URL asks for: nothing of its path is known, or it ends in what may be the rest of it,
 * `https://api.example{path}`, `/v{version}{route}`. A value in the place of a segment, or at the end of a word, is
 * neither.
 */
export function isOpenPath(url: AbstractString): boolean {
  const end = url.findIndex((part) => part.kind === 'text' && /[?#]/.test(part.text));
  const path = end < 0 ? url : url.slice(0, end);
  const [before, last] = path.slice(-2);
  if (isUnresolved(splitUrl(url))) return true;
  if (end >= 0 && !/^[?#]/.test(textAt(url, end))) return false;
  if (last?.kind !== 'hole' || before === undefined) return false;
  if (before.kind === 'hole' || /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]+$/i.test(before.text)) return true;
  return !before.text.endsWith('/') && (last.reason === 'budget' || namesPath.test(last.name));
}

const textAt = (url: AbstractString, at: number): string => {
  const part = url[at];
  return part?.kind === 'text' ? part.text : '';
};
