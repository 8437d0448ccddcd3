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
