import { readFileSync, statSync } from 'node:fs';
import { fileProblem, UserError } from '../model/errors.js';

/** Bigger than any known description of an API; a file beyond it is more likely a mistake. */
const longestFile = 64_000_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a UTF-8 file. A `UserError` when it is missing, no file, too big, unreadable or not UTF-8. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UserError(
      'is not UTF-8 text',
      { file },
      'Save it as UTF-8, or take it off the list of documents.',
    );
  }
}

function readBytes(file: string): Uint8Array {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new UserError('is not a file', { file }, 'Name a document.');
    if (stats.size > longestFile) {
      const remedy = `Documents of up to ${longestFile} bytes are compiled: split it.`;
      throw new UserError(`is ${stats.size} bytes long`, { file }, remedy);
    }
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `can't be read: ${fileProblem(error)}`,
      { file },
      'Check the path and its permissions.',
    );
  }
}
