import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Catalog } from '../../model/catalog.js';
import { fileProblem, UserError } from '../../model/errors.js';
import { printable } from '../../report/format/text.js';
import { blocks, indent } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import { needsText } from '../show/operation.js';
import type { Page } from '../show/page.js';
import type { Found } from './explain.js';
import { wrap } from '../../report/pretty/width.js';

/** The body of an error is short: more than this is some other file. Bytes. */
const largestBody = 1_000_000;

/** What a refused request lacked, as far as the body and the docs say. */
export interface ErrorExplanation {
  readonly provider: string;
  readonly operation: string;
  readonly security: Found['operation']['security'];
  /** Scopes of the catalog that the body names, but for those that it says were there; sorted. */
  readonly named: readonly string[];
  /** Those that it says were there. */
  readonly provided: readonly string[];
  /** Those of `named` that the docs state for the operation; empty where the two don't meet. */
  readonly missing: readonly string[];
}

/** Reads the body of a refusal. */
export function readBody(cwd: string, file: string): string {
  try {
    const full = path.resolve(cwd, file);
    if (statSync(full).size <= largestBody) return readFileSync(full, 'utf8');
  } catch (error) {
    throw new UserError(
      `can't be read: ${fileProblem(error)}`,
      { file },
      'Give the file that holds the response body.',
    );
  }
  throw new UserError('is larger than 1 MB', { file }, 'Give the file that holds the response body.');
}

export function explainError(body: string, { operation, catalog }: Found): ErrorExplanation {
  const texts = textsOf(body);
  const words = (wanted: boolean): Set<string> =>
    new Set(texts.filter(({ held }) => held === wanted).flatMap(({ text }) => wordsOf(text)));
  const scopes = catalog.scopes.map(({ name }) => name).sort();
  const [asked, held] = [words(false), words(true)];
  const provided = scopes.filter((scope) => held.has(scope));
  const named = scopes.filter((scope) => asked.has(scope) && !held.has(scope));
  const stated = statedScopes(operation.security);
  return {
    provider: catalog.provider,
    operation: operation.id,
    security: operation.security,
    named,
    provided,
    missing: named.filter((scope) => stated.has(scope)),
  };
}

export function errorLines(found: readonly Found[], body: string, { width, theme }: Page): Lines {
  return blocks(
    found.map((one) => [
      ...wrap(
        `${theme.title(printable(one.operation.id))}${theme.dim(` · ${printable(one.catalog.provider)}`)}`,
        width,
      ),
      ...sentences(explainError(body, one), one).flatMap((text) =>
        indent(wrap(printable(text), width - 2), 2),
      ),
    ]),
  );
}

function sentences({ named, provided, missing }: ErrorExplanation, { operation, catalog }: Found): string[] {
  const docs = `The docs: ${needsText(operation, catalog)}.`;
  const held = provided.length === 0 ? [] : [`The body says that it had ${provided.join(', ')}.`];
  if (missing.length > 0)
    return [`Missing: ${missing.join(', ')}. The body names it, and the docs state it.`, docs, ...held];
  if (named.length > 0)
    return [
      `The body names ${named.join(', ')}, which the docs don't state for this operation.`,
      docs,
      ...held,
    ];
  return ['The body names no scope of this API that was missing.', docs, ...held];
}

function statedScopes(
  security: Found['operation']['security'],
): ReadonlySet<Catalog['scopes'][number]['name']> {
  return new Set(security === 'undocumented' ? [] : security.flatMap((any) => Object.values(any).flat()));
}

interface BodyText {
  readonly text: string;
  /** It stands under a key such as `provided`: what was there, not what was missing. */
  readonly held: boolean;
}

const heldKeys = /^(?:provided|granted|current|actual)(?:_?scopes?)?$/i;

/** Every text of a JSON body; one that is no JSON is one text. */
function textsOf(body: string): BodyText[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [{ text: body, held: false }];
  }
  const out: BodyText[] = [];
  // No recursion: a hostile body may be nested as deep as it is long.
  const open: { readonly value: unknown; readonly held: boolean }[] = [{ value, held: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, held } = next;
    if (typeof one === 'string') out.push({ text: one, held });
    else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one))
        open.push({ value: inner, held: held || heldKeys.test(key) });
  }
  return out;
}

/** Words as scopes are written; a sentence's full stop is none of them. */
const wordsOf = (text: string): string[] =>
  text.split(/[\s"'`,;()[\]{}<>=|]+/).flatMap((word) => [word, word.replace(/[.:!?]+$/, '')]);
