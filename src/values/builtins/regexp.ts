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

/** `pattern.test(text)` as far as the text is known: of one with holes, what it begins with may decide. */
export function testPattern(
  { pattern, flags }: { readonly pattern: string; readonly flags: string },
  lead: string,
  isWhole: boolean,
): boolean | undefined {
  const found = safeRegExp(pattern, flags, lead)?.test(lead);
  if (isWhole) return found;
  const isAnchored = pattern.startsWith('^') && !/[$|]|\\b/i.test(pattern);
  if (!isAnchored || lead === '') return undefined;
  if (found === true) return true;
  const [, plain = '', next = ''] = /^\^((?:[\w:]|\\\W)*)(.?)/.exec(pattern) ?? [];
  const text = plain.replaceAll('\\', '');
  const begins = /[?*{]/.test(next) ? text.slice(0, -1) : text;
  const [a, b] = flags.includes('i') ? [begins.toLowerCase(), lead.toLowerCase()] : [begins, lead];
  return a.startsWith(b) || b.startsWith(a) ? undefined : false;
}
