import type { Span } from '../model/span.js';
import { force } from './evaluate.js';
import type { Machine } from './machine.js';
import { splitParts, type Part } from './parts.js';
import { textsBehind } from './texts-behind.js';
import { toParts } from './to-string.js';
import type { Activation, Lazy, Value } from './value.js';

/** A word of a list, with the place in the source where it is written; without, where the words come to be. */
export interface Word {
  readonly text: string;
  readonly span: Span;
}

/** The words of an array of strings, or of one string that holds them with spaces or commas between. */
export interface WordList {
  readonly words: readonly Word[];
  /** False where the code doesn't say all of them. */
  readonly complete: boolean;
  /** Environment variables that hold words of the list. */
  readonly env: readonly string[];
}

interface Found {
  readonly texts: Set<string>;
  readonly env: Set<string>;
  complete: boolean;
}

/** Reads a list; `fallback` is the place of words that can't be found in the source. */
export function wordList(m: Machine, list: Lazy, activation: Activation, fallback: Span): WordList {
  const found: Found = { texts: new Set(), env: new Set(), complete: true };
  for (const { value } of force(m, list)) readValue(m, value, activation, found);
  return located(m, found, list, fallback);
}

/** Reads a list from the parts of a string; its words stand somewhere in what `behind` is made from. */
export function wordListOf(m: Machine, parts: readonly Part[], behind: Lazy, fallback: Span): WordList {
  const found: Found = { texts: new Set(), env: new Set(), complete: true };
  readParts(parts, found);
  return located(m, found, behind, fallback);
}

function located(m: Machine, found: Found, behind: Lazy, fallback: Span): WordList {
  const texts = found.texts.size === 0 ? [] : textsBehind(m, behind);
  const words = [...found.texts].map((text): Word => {
    for (const source of texts) {
      const span = within(source.text, source.span, text);
      if (span) return { text, span };
    }
    return { text, span: fallback };
  });
  return { words, complete: found.complete, env: [...found.env] };
}

/** Where a word stands in a text of the source; in texts with escapes, the text itself. */
function within(text: string, span: Span, word: string): Span | undefined {
  for (const form of [word, encodeURIComponent(word)]) {
    const found = indexOfWord(text, form);
    if (found === -1) continue;
    const isPlain = span.end - span.start === text.length + 2;
    const start = span.start + 1 + found;
    return isPlain ? { ...span, start, end: start + form.length } : span;
  }
  return undefined;
}

/** Characters that go on with a word. */
const inWord = /[\w.:/%-]/;

function indexOfWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!inWord.test(text[at - 1] ?? ' ') && !inWord.test(text[at + word.length] ?? ' ')) return at;
  return -1;
}

function readValue(m: Machine, value: Value, activation: Activation, found: Found): void {
  if (value.kind === 'undefined' || value.kind === 'null') return;
  if (value.kind === 'array') {
    if (value.open) found.complete = false;
    for (const item of value.items)
      for (const { value: word } of force(m, item)) readValue(m, word, activation, found);
    return;
  }
  readParts(toParts(m, value, undefined, activation), found);
}

function readParts(parts: readonly Part[], found: Found): void {
  // What separates words in a query string does so here.
  const plain = parts.map((p): Part => (p.kind === 'text' ? { kind: 'text', text: decoded(p.text) } : p));
  for (const word of [' ', ',', '\n', '\t'].reduce(
    (words, separator) => words.flatMap((w) => splitParts(w, separator)),
    [plain],
  )) {
    const [only, ...others] = word;
    if (!only) continue;
    if (only.kind === 'text' && others.length === 0) {
      found.texts.add(only.text);
      continue;
    }
    found.complete = false;
    for (const part of word)
      if (part.kind === 'hole' && part.name.startsWith('env:')) found.env.add(part.name.slice(4));
  }
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
