import { Option } from 'commander';

/** The values of an option that may be given again and again. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

export const catalogOption = (text = 'catalog to use; repeatable'): Option =>
  new Option('--catalog <name|file>', text).argParser(collect);

/** The output format of a command that prints one page; the first one is the default. */
export const formatOption = (...formats: readonly [string, ...string[]]): Option =>
  new Option('--format <format>', 'output format').choices(formats).default(formats[0]);

export const noCacheOption = (): Option => new Option('--no-cache', 'read every file anew');

export const cacheLocationOption = (): Option =>
  new Option('--cache-location <dir>', 'where to keep what was learned of each file');
