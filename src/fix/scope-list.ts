import path from 'node:path';
import { codeListAt, codeStringAt } from './code-list.js';
import { envValueAt } from './env-value.js';
import { jsonListAt, jsonListUnder, jsonStringAt } from './json-list.js';
import type { ListPlace } from './list.js';
import { tomlListAt, tomlStringAt } from './toml-list.js';
import { wordsIn } from './words.js';
import { yamlListAt, yamlListUnder, yamlStringAt } from './yaml-list.js';

type Format = 'yaml' | 'json' | 'toml' | 'env' | 'code';

const endings: Readonly<Record<string, Format>> = {
  ...{ '.yaml': 'yaml', '.yml': 'yaml', '.json': 'json', '.jsonc': 'json', '.toml': 'toml' },
  ...{ '.ts': 'code', '.tsx': 'code', '.mts': 'code', '.cts': 'code' },
  ...{ '.js': 'code', '.jsx': 'code', '.mjs': 'code', '.cjs': 'code' },
};

const formatOf = (file: string): Format | undefined =>
  /^\.env(?:\.|$)/.test(path.basename(file)) ? 'env' : endings[path.extname(file)];

/** The list under a path of keys of a data file. */
export function listUnder(file: string, text: string, keys: readonly string[]): ListPlace | undefined {
  const format = formatOf(file);
  if (format === 'yaml') return yamlListUnder(text, keys);
  return format === 'json' ? jsonListUnder(text, keys) : undefined;
}

/** The list that holds the word at an offset of a data file or of code: items, or the words of one string. */
export function listAt(file: string, text: string, offset: number): ListPlace | undefined {
  const format = formatOf(file);
  if (!format) return undefined;
  const list = itemsAt(format, file, text, offset);
  if (list) return list;
  const string = stringAround(format, file, text, offset);
  // The command line of Shopify writes its list with commas.
  return string && wordsIn(text, string.start, string.end, format === 'toml' ? ',' : ' ');
}

function itemsAt(format: Format, file: string, text: string, offset: number): ListPlace | undefined {
  if (format === 'yaml') return yamlListAt(text, offset);
  if (format === 'json') return jsonListAt(text, offset);
  if (format === 'toml') return tomlListAt(text, offset);
  return format === 'code' ? codeListAt(file, text, offset) : undefined;
}

function stringAround(
  format: Format,
  file: string,
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  if (format === 'yaml') return yamlStringAt(text, offset);
  if (format === 'json') return jsonStringAt(text, offset);
  if (format === 'toml') return tomlStringAt(text, offset);
  return format === 'env' ? envValueAt(text, offset) : codeStringAt(file, text, offset);
}
