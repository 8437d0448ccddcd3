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
