import { UserError } from '../../model/errors.js';
import type { CompileSettings, CompileWarning, SourceText } from '../format.js';
import type { SourceRef } from '../../model/catalog.js';
import { readDocument } from './read-document.js';
import type { LocatedDocument } from './read-document.js';

/** Facts that one document may expand to: aliases can make a small file huge. */
const factBudget = 2_000_000;

/** One document being compiled: its parsed form, and where warnings go. */
export interface Reading extends LocatedDocument {
  readonly file: string;
  readonly settings: CompileSettings;
  readonly isSwagger: boolean;
  source(line: number | undefined): SourceRef;
  warn(message: string, line?: number): void;
  /** Counts cases of one kind, to be told in one warning: `message` gets the count and the first example. */
  tally(message: (count: number, example: string) => string, example: string, line?: number): void;
  /** Takes from the budget; a document that expands beyond it is a `UserError`. */
  spend(facts: number): void;
  warnings(): readonly CompileWarning[];
}

type Tallied = (count: number, example: string) => string;

/** Parses the document and sees to it that it is of a version that can be read. */
export function startReading(source: SourceText, settings: CompileSettings): Reading {
  const located = readDocument(source);
  const { file } = source;
  const warnings: CompileWarning[] = [];
  const tallies = new Map<Tallied, { count: number; example: string; line: number | undefined }>();
  let left = factBudget;

  const toWarning = (message: string, line: number | undefined): CompileWarning =>
    line === undefined ? { file, message } : { file, line, message };
  return {
    ...located,
    file,
    settings,
    isSwagger: Object.hasOwn(located.root, 'swagger'),
    source: (line) => ({ document: source.document, line: line ?? 1 }),
    warn: (message, line) => void warnings.push(toWarning(message, line)),
    tally(message, example, line) {
      const known = tallies.get(message);
      if (known === undefined) tallies.set(message, { count: 1, example, line });
      else known.count += 1;
    },
    spend(facts) {
      left -= facts;
      if (left >= 0) return;
      throw new UserError(
        `The document expands to more than ${factBudget} facts.`,
        { file },
        'Remove YAML aliases that repeat large parts, or split the document.',
      );
    },
    warnings: () => [
      ...warnings,
      ...[...tallies].map(([message, { count, example, line }]) => toWarning(message(count, example), line)),
    ],
  };
}
