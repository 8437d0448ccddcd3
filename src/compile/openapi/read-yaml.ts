import { createRequire } from 'node:module';
import type * as yamlModule from 'js-yaml';
import type { Schema, YAMLException } from 'js-yaml';
import { UserError } from '../../model/errors.js';
import type { LineRange } from './lines.js';

type Yaml = typeof yamlModule;

// Loaded when a document is compiled.
const require = createRequire(import.meta.url);

/**
 * Scalars stay text, so that a version `1.10` or a date is what the author wrote; only null, booleans and merge
 * keys have a meaning for catalogs.
 */
const schemaOf = ({ FAILSAFE_SCHEMA, Type }: Yaml): Schema =>
  FAILSAFE_SCHEMA.extend({
    implicit: [
      new Type('tag:yaml.org,2002:null', {
        kind: 'scalar',
        resolve: (text: unknown) => text === null || text === '~' || text === 'null',
        construct: () => null,
      }),
      new Type('tag:yaml.org,2002:bool', {
        kind: 'scalar',
        resolve: (text: unknown) => text === 'true' || text === 'false',
        construct: (text: unknown) => text === 'true',
      }),
      new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text: unknown) => text === '<<' }),
    ],
  });

/**
 * Parses YAML, with the lines of its objects and arrays, in one linear pass. Aliases share one object, so that an
 * alias bomb costs nothing here; merge keys and nesting have the parser's own bounds. Broken YAML is a `UserError`.
 */
export function readYaml(text: string, file: string): { root: unknown; ranges: WeakMap<object, LineRange> } {
  const yaml = require('js-yaml') as Yaml;
  const ranges = new WeakMap<object, LineRange>();
  const opened: number[] = [];
  try {
    const root = yaml.load(text, {
      schema: schemaOf(yaml),
      // A value is opened on the line of its key, before the parser moves on to the value's first token.
      listener(event, state) {
        if (event === 'open') {
          opened.push(state.line + 1);
          return;
        }
        const first = opened.pop() ?? 1;
        const value: unknown = state.result;
        // An alias gives the anchored object again: its place is where it was written.
        if (typeof value === 'object' && value !== null && !ranges.has(value))
          ranges.set(value, [first, state.line + 1]);
      },
    });
    return { root, ranges };
  } catch (error) {
    if (error instanceof yaml.YAMLException) throw brokenYaml(error, file);
    throw error;
  }
}

function brokenYaml(error: YAMLException, file: string): UserError {
  // Some of the parser's errors concern the whole text and carry no mark.
  const mark = error.mark as YAMLException['mark'] | undefined;
  const place = mark === undefined ? { file } : { file, line: mark.line + 1, column: mark.column + 1 };
  return new UserError(
    `The document isn't valid YAML: ${error.reason}.`,
    place,
    'Correct the YAML at this place.',
  );
}
