import { leadingText, type Part } from '../parts.js';

export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
}

/** Longest text on which a pattern of the analyzed code is run. */
const maxInput = 400;

/**
 * A pattern of the analyzed code as a regular expression that can't run long: no group is repeated,
 * no look-around or back reference, at most two repetitions, on short input. Undefined otherwise.
 */
export function safeRegExp(pattern: string, flags: string, input: string): RegExp | undefined {
  if (input.length > maxInput || pattern.length > 80) return undefined;
  if (/\)[*+?{]/.test(pattern) || /\(\?[=!<]/.test(pattern) || /\\[1-9k]/.test(pattern)) return undefined;
  const repetitions = pattern.match(/(?<!\\)[*+{]/g)?.length ?? 0;
  if (repetitions > 2) return undefined;
  try {
    return new RegExp(pattern, flags.replaceAll(/[^gimsu]/g, ''));
  } catch {
    return undefined;
  }
}

/** `pattern.test(text)` as far as the text is known: of one with holes, what it begins with may decide, or that it has no query. */
export function testPattern(pattern: Pattern, parts: readonly Part[]): boolean | undefined {
  const lead = leadingText(parts);
  const found = safeRegExp(pattern.pattern, pattern.flags, lead)?.test(lead);
  if (parts.every(({ kind }) => kind === 'text')) return found;
  if (asksForQuery.test(pattern.pattern)) return testQuery(pattern, parts);
  return testLead(pattern, lead, found);
}

/** A literal question mark without which the pattern finds nothing. */
const asksForQuery = /^[^|]*(?:\\\?|\[\?\])(?![?*{])[^|]*$/;

/** What fills a path has no query of its own; a variable alone may be any URL. */
function testQuery({ pattern, flags }: Pattern, parts: readonly Part[]): boolean | undefined {
  const [empty, filled] = ['', 'x'].map((value) =>
    parts.map((p) => (p.kind === 'text' ? p.text : value)).join(''),
  );
  if (empty === undefined || filled === undefined || parts.length === 1) return undefined;
  if (!empty.includes('?')) return false;
  const answers = [empty, filled].map((text) => safeRegExp(pattern, flags, text)?.test(text));
  return answers.every(Boolean) ? true : undefined;
}

function testLead(
  { pattern, flags }: Pattern,
  lead: string,
  found: boolean | undefined,
): boolean | undefined {
  const isAnchored = pattern.startsWith('^') && !/[$|]|\\b/i.test(pattern);
  if (!isAnchored || lead === '') return undefined;
  if (found === true) return true;
  const [, plain = '', next = ''] = /^\^((?:[\w:]|\\\W)*)(.?)/.exec(pattern) ?? [];
  const text = plain.replaceAll('\\', '');
  const begins = /[?*{]/.test(next) ? text.slice(0, -1) : text;
  const [a, b] = flags.includes('i') ? [begins.toLowerCase(), lead.toLowerCase()] : [begins, lead];
  return a.startsWith(b) || b.startsWith(a) ? undefined : false;
}
