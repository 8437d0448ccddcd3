import { createRequire } from 'node:module';
import * as v from 'valibot';
import type * as yamlModule from 'yaml';
import type { Document } from 'yaml';
import { UserError } from '../model/errors.js';

type Yaml = typeof yamlModule;

// Loaded when a document is compiled.
const load = createRequire(import.meta.url);
const yaml = (): Yaml => load('yaml') as Yaml;

/** A checked YAML file: its value, and the 1-based line of any path in it. */
export interface YamlSettings<T> {
  readonly value: T;
  lineAt(path: readonly (string | number)[]): number;
}

/** Reads YAML of a known shape. Every mistake is a `UserError` with its line. */
export function readYamlSettings<T>(
  text: string,
  file: string,
  schema: v.GenericSchema<unknown, T>,
): YamlSettings<T> {
  const { LineCounter, parseDocument } = yaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const lineAt = (path: readonly (string | number)[]): number => {
    const offset = offsetOf(document, path);
    return offset === undefined ? 1 : lineCounter.linePos(offset).line;
  };
  const [syntax] = document.errors;
  if (syntax) {
    const line = lineCounter.linePos(syntax.pos[0]).line;
    throw new UserError(syntax.message.split('\n')[0] ?? '', { file, line }, 'Correct the YAML.');
  }
  const result = v.safeParse(schema, document.toJS());
  if (result.success) return { value: result.output, lineAt };
  const [first, ...rest] = result.issues.map((issue) => {
    const path = (issue.path ?? []).map((item) => item.key as string | number);
    const where = path.length === 0 ? 'the file' : path.join('.');
    return new UserError(`${where}: ${issue.message}`, { file, line: lineAt(path) }, 'Correct the entry.');
  });
  throw new UserError(first?.message ?? 'is not of the expected shape', first?.place, first?.remedy, rest);
}

/** The offset of the deepest node of a path that exists; of its key where it has one. */
function offsetOf(document: Document, path: readonly (string | number)[]): number | undefined {
  const { isMap, isNode, isScalar } = yaml();
  let offset: number | undefined;
  for (let depth = 1; depth <= path.length; depth++) {
    const key = path[depth - 1];
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && item.key.value === key)
      : undefined;
    const node = pair?.key ?? document.getIn(path.slice(0, depth), true);
    if (!isNode(node) || !node.range) return offset;
    offset = node.range[0];
  }
  return offset;
}
