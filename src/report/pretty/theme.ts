import { Chalk } from 'chalk';
import type { ColorLevel } from '../reporter.js';

type Paint = (text: string) => string;

/** What colours mean. Every meaning is also in a word, so that level 0 loses nothing. */
export interface Theme {
  readonly title: Paint;
  readonly dim: Paint;
  readonly error: Paint;
  readonly warn: Paint;
  readonly good: Paint;
  /** Names of scopes. */
  readonly scope: Paint;
}

export function createTheme(level: ColorLevel): Theme {
  const chalk = new Chalk({ level });
  return {
    title: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    error: (text) => chalk.red(text),
    warn: (text) => chalk.yellow(text),
    good: (text) => chalk.green(text),
    scope: (text) => chalk.cyan(text),
  };
}
