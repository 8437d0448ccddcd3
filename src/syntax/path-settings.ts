/** The fields of a package.json by which imports are resolved, and scripts are run. */
const fields = [
  'name',
  'private',
  'source',
  'module',
  'main',
  'types',
  'exports',
  'imports',
  'type',
  'scripts',
];

/** What a package.json, tsconfig.json or jsconfig.json says of code: where texts say the same, imports and scripts lead to the same. */
export function pathSettings(file: string, text: string | undefined): string | undefined {
  if (text === undefined || !/(?:^|\/)package\.json$/.test(file)) return text;
  try {
    const json = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return JSON.stringify(fields.map((field) => json?.[field]));
  } catch {
    return undefined;
  }
}
