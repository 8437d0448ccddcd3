import { UserError } from '../../model/errors.js';
import type { SourceText } from '../format.js';
import { createLines } from './lines.js';
import type { Lines } from './lines.js';
import { isPlainObject } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import { readJson } from './read-json.js';
import type { RepeatedKey } from './read-json.js';
import { readYaml } from './read-yaml.js';

/** A parsed document with the lines of its objects. */
export interface LocatedDocument {
  readonly root: PlainObject;
  readonly lines: Lines;
  readonly repeated: readonly RepeatedKey[];
}

/** Parses JSON or YAML by its first character. A document that is neither is a `UserError` with line and column. */
export function readDocument(source: SourceText): LocatedDocument {
  const text = source.text.startsWith('\uFEFF') ? source.text.slice(1) : source.text;
  const { root, ranges, repeated } = parse(text, source.file);
  if (!isPlainObject(root)) {
    throw new UserError(
      'The document holds no mapping of fields, so it is no OpenAPI document.',
      { file: source.file, line: 1 },
      'An OpenAPI document has the fields `openapi` (or `swagger`), `info` and `paths` at its top level.',
    );
  }
  return { root, lines: createLines(text, ranges), repeated };
}

function parse(
  text: string,
  file: string,
): { root: unknown; ranges: WeakMap<object, readonly [number, number]>; repeated: readonly RepeatedKey[] } {
  try {
    return /^\s*\{/.test(text) ? readJson(text, file) : { ...readYaml(text, file), repeated: [] };
  } catch (error) {
    // Both parsers recurse into nested values; no real document comes near the stack's depth.
    if (!(error instanceof RangeError)) throw error;
    throw new UserError('The document is nested too deeply to be read.', { file });
  }
}
