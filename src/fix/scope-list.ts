import path from 'node:path';
import { codeListAt, codeStringAt } from './code-list.js';
import { jsonListAt, jsonListUnder, jsonStringAt } from './json-list.js';
import { withoutWord } from './list.js';
import type { Edit, ListPlace } from './list.js';
import { yamlListAt, yamlListUnder, yamlStringAt } from './yaml-list.js';

const endings: Readonly<Record<string, 'yaml' | 'json' | 'code'>> = {
  ...{ '.yaml': 'yaml', '.yml': 'yaml', '.json': 'json', '.jsonc': 'json' },
  ...{ '.ts': 'code', '.tsx': 'code', '.mts': 'code', '.cts': 'code' },
  ...{ '.js': 'code', '.jsx': 'code', '.mjs': 'code', '.cjs': 'code' },
};

const formatOf = (file: string): 'yaml' | 'json' | 'code' | undefined => endings[path.extname(file)];

/** The list under a path of keys of a data file. */
export function listUnder(file: string, text: string, keys: readonly string[]): ListPlace | undefined {
  const format = formatOf(file);
  if (format === 'yaml') return yamlListUnder(text, keys);
  return format === 'json' ? jsonListUnder(text, keys) : undefined;
}

/** The list of which an item is the string around an offset of a data file or of code. */
export function listAt(file: string, text: string, offset: number): ListPlace | undefined {
  const format = formatOf(file);
  if (format === 'yaml') return yamlListAt(text, offset);
  if (format === 'json') return jsonListAt(text, offset);
  return format === 'code' ? codeListAt(file, text, offset) : undefined;
}

/** The edit that takes one of several words out of the string around an offset: `'openid A B'`. */
export function wordInString(file: string, text: string, offset: number, word: string): Edit | undefined {
  const string = stringAround(file, text, offset);
  return string && withoutWord(text, string.start, string.end, word);
}

function stringAround(
  file: string,
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const format = formatOf(file);
  if (format === 'yaml') return yamlStringAt(text, offset);
  if (format === 'json') return jsonStringAt(text, offset);
  return format === 'code' ? codeStringAt(file, text, offset) : undefined;
}
