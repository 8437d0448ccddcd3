import type { Operation, RateLimit, SourceRef } from '../model/catalog.js';

/** The names of all scopes in an operation's alternatives, each once, sorted. */
export function scopesOf({ security }: Operation): readonly string[] {
  if (security === 'undocumented') return [];
  return [...new Set(security.flatMap((requirement) => Object.values(requirement).flat()))].toSorted();
}

/** What a statement about scopes says, for people. */
export const saysScopes = (scopes: readonly string[]): string =>
  scopes.length === 0 ? 'no scope' : scopes.join(', ');

/** `1000 per 60 s, 60000 per 3600 s`, for people. */
export const saysLimit = ({ windows }: RateLimit): string =>
  windows.map(({ quota, windowSeconds }) => `${quota} per ${windowSeconds} s`).join(', ');

/** The first line that states the fact. */
export const sourceOf = ({ sources }: { readonly sources: readonly SourceRef[] }): SourceRef =>
  sources[0] ?? { document: '', line: 0 };
