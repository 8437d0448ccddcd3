/** Under which conditions a package's targets are looked up. */
export const conditions: readonly string[] = [
  'source',
  'import',
  'module',
  'require',
  'node',
  'default',
  'types',
];

/**
 * Where `exports` or `imports` of a package.json lead for a key, the best first, as Node reads them: of the patterns
 * the one with the longest beginning. What other conditions than ours lead to comes last.
 */
export function targetsOf(map: unknown, key: string): readonly string[] {
  const entries: readonly [string, unknown][] =
    typeof map === 'object' && map !== null ? Object.entries(map) : [];
  if (!entries.some(([name]) => /^[.#]/.test(name))) return key === '.' ? texts(map) : [];
  const exact = entries.find(([name]) => name === key);
  if (exact) return texts(exact[1]);
  const [best] = entries
    .flatMap(([name, target]) => {
      const [start, end] = name.split('*');
      const fits =
        start !== undefined &&
        end !== undefined &&
        key.length >= start.length + end.length &&
        key.startsWith(start) &&
        key.endsWith(end);
      return fits ? [{ start, target, rest: key.slice(start.length, key.length - end.length) }] : [];
    })
    .sort((a, b) => b.start.length - a.start.length);
  return best ? texts(best.target).map((target) => target.replaceAll('*', () => best.rest)) : [];
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const isOurs = ([name]: [string, unknown]): boolean => Array.isArray(value) || conditions.includes(name);
  const entries: readonly [string, unknown][] = Object.entries(value);
  return [...entries.filter(isOurs), ...entries.filter((one) => !isOurs(one))].flatMap(([, one]) =>
    texts(one),
  );
}
