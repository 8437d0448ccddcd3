/** A mistake that the user can mend: names the file, the line, what was found and the remedy. Ends the run with exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
  constructor(
    message: string,
    readonly place?: { readonly file: string; readonly line?: number; readonly column?: number },
    readonly remedy?: string,
    /** Further mistakes that were found in the same run, so that all can be mended at once. */
    readonly more: readonly UserError[] = [],
  ) {
    super(message);
  }
}

const inWords: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
};

/** Why a file can't be read or written, in words where the system's code has some. */
export function fileProblem(error: unknown): string {
  const code = errorCode(error) ?? String(error);
  return inWords[code] ?? code;
}

/** The system's code of an error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
