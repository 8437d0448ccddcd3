import { git } from './git.js';

/** The working directory as its repository names it, with a slash at the end; empty at the root and where there is no Git. */
export const repositoryPrefix = (cwd: string): string =>
  git(cwd, ['rev-parse', '--show-prefix'])?.toString('utf8').replace(/\n$/, '') ?? '';
