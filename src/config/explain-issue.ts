import type { BaseIssue } from 'valibot';
import { UserError } from '../model/errors.js';
import { nearestName } from '../model/nearest.js';
import type { DocumentPath, PlacedDocument } from './document.js';
import { allowedKeys, allowedValues } from './schema-lookup.js';

type Issue = BaseIssue<unknown>;

/** One error for what is wrong at one place: what was found, what is allowed, and the nearest name. */
export function explainIssue(issue: Issue, document: PlacedDocument, file: string): readonly UserError[] {
  return narrow(issue, []).map(({ issue: narrowed, path }) => toError(narrowed, path, document, file));
}

interface PlacedIssue {
  readonly issue: Issue;
  readonly path: DocumentPath;
}

/** A union fails as a whole; where one of its alternatives was meant (a mapping was written), that one's issues say more. */
function narrow(issue: Issue, outer: DocumentPath): readonly PlacedIssue[] {
  const path = [...outer, ...(issue.path ?? []).map((item) => item.key as string | number)];
  if (issue.type === 'union') {
    const inner = (issue.issues ?? []).filter((sub) => sub.path !== undefined);
    if (inner.length > 0) return inner.flatMap((sub) => narrow(sub, path));
  }
  const parent = path.slice(0, -1);
  return isUnknownKey(issue)
    ? unknownKeys(issue, parent).map((key) => ({ issue, path: [...parent, key] }))
    : [{ issue, path }];
}

const isUnknownKey = (issue: Issue): boolean => issue.type === 'strict_object' && issue.expected === 'never';

/** The schema library names the first key of a mapping that may not stand there, and no more. */
function unknownKeys(issue: Issue, parent: DocumentPath): readonly string[] {
  const last = issue.path?.at(-1);
  const first = String(last?.key);
  const allowed = new Set([...allowedKeys(parent), '$schema', first]);
  const keys = typeof last?.input === 'object' && last.input !== null ? Object.keys(last.input) : [];
  return [first, ...keys.filter((key) => !allowed.has(key))];
}

function toError(issue: Issue, path: DocumentPath, document: PlacedDocument, file: string): UserError {
  const key = String(path.at(-1) ?? '');
  if (isUnknownKey(issue)) {
    const allowed = allowedKeys(path.slice(0, -1));
    const at = document.positionOf(path, 'key');
    return new UserError(
      `${label(path.slice(0, -1))}unknown key "${key}"`,
      { file, ...at },
      choose(key, allowed),
    );
  }
  if (issue.type === 'strict_object' && issue.received === 'undefined') {
    const parent = path.slice(0, -1);
    const message = `${label(parent)}"${key}" is missing`;
    return new UserError(
      message,
      { file, ...document.positionOf(parent, 'key') },
      `Expected ${issue.message}.`,
    );
  }
  const message = `${label(path)}expected ${issue.message}, found ${describe(issue.input)}`;
  const nearest = typeof issue.input === 'string' ? nearestName(issue.input, allowedValues(path)) : undefined;
  const remedy = nearest === undefined ? undefined : `Did you mean "${nearest}"?`;
  return new UserError(message, { file, ...document.positionOf(path, 'value') }, remedy);
}

/** The error for a list that stands where names are expected. */
export function explainList(path: DocumentPath, document: PlacedDocument, file: string): UserError {
  const at = document.positionOf(path, 'value');
  const message = `${label(path)}expected a mapping (name: value), found a list`;
  return new UserError(message, { file, ...at }, 'Write names as keys, without dashes.');
}

const label = (path: DocumentPath): string => (path.length === 0 ? '' : `${path.join('.')}: `);

function choose(name: string, allowed: readonly string[]): string {
  const nearest = nearestName(name, allowed);
  const list = `Allowed: ${allowed.join(', ')}.`;
  return nearest === undefined ? list : `Did you mean "${nearest}"? ${list}`;
}

/** A value in words, short enough for one line. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
