import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileProblem, UserError } from '../model/errors.js';
import { nearestName } from '../model/nearest.js';
import { findReporter, reporters } from '../report/index.js';
import type { Reporter } from '../report/reporter.js';

/** A format and where it goes; without a file, to stdout. */
export interface Output {
  readonly reporter: Reporter;
  readonly file?: string;
}

/** Reads `--format` (repeatable, `json` or `json:report.json`) and `--output`. */
export function parseOutputs(formats: readonly string[], output: string | undefined): readonly Output[] {
  const outputs = (formats.length === 0 ? ['pretty'] : formats).map((format) => {
    const colon = format.indexOf(':');
    const file = colon < 0 ? output : format.slice(colon + 1);
    if (file === '')
      throw new UserError(
        `--format ${format}: no file after the colon`,
        undefined,
        'Write json:report.json.',
      );
    const reporter = reporterNamed(colon < 0 ? format : format.slice(0, colon));
    return file === undefined ? { reporter } : { reporter, file };
  });
  if (output !== undefined && !outputs.some(({ file }) => file === output))
    throw new UserError(
      `--output ${output} has no format to write: each --format names a file of its own`,
      undefined,
      'Leave --output out, or the file out of one --format.',
    );
  const places = outputs.map(({ file }) => file ?? '-');
  const shared = places.find((place, index) => places.indexOf(place) !== index);
  if (shared !== undefined) {
    const where = shared === '-' ? 'stdout' : shared;
    throw new UserError(
      `two formats for ${where}`,
      undefined,
      'Give each its own file: --format json:report.json.',
    );
  }
  return outputs;
}

function reporterNamed(id: string): Reporter {
  const reporter = findReporter(id);
  if (reporter) return reporter;
  const known = reporters.map((r) => r.id);
  const nearest = nearestName(id, known);
  const question = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  throw new UserError(`unknown format "${id}"`, undefined, `${question}Formats: ${known.join(', ')}.`);
}

/** Writes a file and the folders above it. */
export function writeOutput(cwd: string, file: string, text: string): void {
  const target = path.resolve(cwd, file);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  } catch (error) {
    throw new UserError(
      `can't be written: ${fileProblem(error)}`,
      { file },
      'Check the path and its permissions.',
    );
  }
}
