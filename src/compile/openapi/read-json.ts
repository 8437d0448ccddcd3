import { printParseErrorCode, visit } from 'jsonc-parser';
import type { ParseErrorCode } from 'jsonc-parser';
import { UserError } from '../../model/errors.js';
import type { LineRange } from './lines.js';
import { field, isPlainObject } from './plain-data.js';

/** A key that stands twice in one object; the last one counts. `line` is that of the repetition. */
export interface RepeatedKey {
  readonly key: string;
  readonly line: number;
}

/** Parsed JSON, the lines of its objects and arrays, and keys that repeat among the paths and their methods. */
export interface JsonDocument {
  readonly root: unknown;
  readonly ranges: WeakMap<object, LineRange>;
  readonly repeated: readonly RepeatedKey[];
}

/** Parses JSON. Broken JSON is a `UserError` with the place of the first mistake. */
export function readJson(text: string, file: string): JsonDocument {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    throw brokenJson(text, file, error);
  }
  return { root, ...locate(text, root) };
}

/** The objects above `paths`' methods are few: repetitions are looked for only there. */
const pathsDepth = 2;
const methodsDepth = 3;

interface Frame {
  readonly value: unknown;
  readonly first: number;
  readonly seen: Set<string> | undefined;
  key: string;
  keyLine: number;
  index: number;
}

/** Walks the text beside the parsed value: the value is `JSON.parse`'s own, the lines come from the walk. */
function locate(text: string, root: unknown): Omit<JsonDocument, 'root'> {
  const ranges = new WeakMap<object, LineRange>();
  const repeated: RepeatedKey[] = [];
  const stack: Frame[] = [];

  const open = (line: number): void => {
    const parent = stack.at(-1);
    const value = parent === undefined ? root : childOf(parent);
    const first = isPlainObject(parent?.value) ? parent.keyLine : line;
    const depth = stack.length + 1;
    const watched = stack[0]?.key === 'paths' && (depth === pathsDepth || depth === methodsDepth);
    stack.push({ value, first, seen: watched ? new Set() : undefined, key: '', keyLine: line, index: 0 });
  };
  const close = (line: number): void => {
    const frame = stack.pop();
    if (frame !== undefined && typeof frame.value === 'object' && frame.value !== null)
      ranges.set(frame.value, [frame.first, line]);
  };
  visit(text, {
    onObjectBegin: (_offset, _length, line) => open(line + 1),
    onArrayBegin: (_offset, _length, line) => open(line + 1),
    onObjectEnd: (_offset, _length, line) => close(line + 1),
    onArrayEnd: (_offset, _length, line) => close(line + 1),
    onObjectProperty: (key, _offset, _length, line) => {
      const frame = stack.at(-1);
      if (frame === undefined) return;
      if (frame.seen?.has(key)) repeated.push({ key, line: line + 1 });
      frame.seen?.add(key);
      frame.key = key;
      frame.keyLine = line + 1;
    },
    onSeparator: () => {
      const frame = stack.at(-1);
      if (frame !== undefined && Array.isArray(frame.value)) frame.index += 1;
    },
  });
  return { ranges, repeated };
}

function childOf(frame: Frame): unknown {
  if (Array.isArray(frame.value)) return frame.value[frame.index];
  return isPlainObject(frame.value) ? field(frame.value, frame.key) : undefined;
}

function brokenJson(text: string, file: string, cause: unknown): UserError {
  let place: { file: string; line?: number; column?: number } = { file };
  let found = cause instanceof Error ? cause.message : 'it is not JSON';
  visit(
    text,
    {
      onError: (code, _offset, _length, line, character) => {
        if (place.line !== undefined) return;
        place = { file, line: line + 1, column: character + 1 };
        found = describe(code);
      },
    },
    { disallowComments: true },
  );
  return new UserError(`The document isn't valid JSON: ${found}.`, place, 'Correct the JSON at this place.');
}

/** `CommaExpected` reads as `comma expected`. */
const describe = (code: ParseErrorCode): string =>
  printParseErrorCode(code)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
