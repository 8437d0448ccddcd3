import path from 'node:path';
import type { RenderContext } from '../reporter.js';

/** A file of the report as the repository names it: what reads reports there knows nothing of working directories. */
export const repositoryFile = (file: string, context: RenderContext): string =>
  path.posix.join(context.folder(), file);
