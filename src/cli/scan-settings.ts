import type { ScanOptions } from './engine.js';

/** The flags of every command that reads the project. */
export interface ScanFlags {
  readonly config?: string;
  readonly catalog?: readonly string[];
  readonly cache?: boolean;
  readonly cacheLocation?: string;
}

/** What those flags ask of the analyzer. */
export const scanSettings = (
  flags: ScanFlags,
  cwd: string,
): Pick<ScanOptions, 'cwd' | 'cache' | 'config' | 'catalogs' | 'cacheLocation'> => ({
  cwd,
  cache: flags.cache ?? true,
  ...(flags.config !== undefined && { config: flags.config }),
  ...(flags.catalog && { catalogs: flags.catalog }),
  ...(flags.cacheLocation !== undefined && { cacheLocation: flags.cacheLocation }),
});
