import type { Lines } from '../../report/pretty/layout.js';
import { createTheme } from '../../report/pretty/theme.js';
import type { Theme } from '../../report/pretty/theme.js';
import { colorLevel } from '../color.js';
import { columnsOf } from '../terminal.js';
import type { Terminal } from '../terminal.js';

/** What text for people is laid out on. */
export interface Page {
  readonly width: number;
  readonly theme: Theme;
}

const widest = 120;

/** The page that stdout is, and the way to fill it. */
export function pageOf(
  terminal: Terminal,
  color: boolean | undefined,
): { write(content: (page: Page) => Lines): void } {
  const { stdout, env } = terminal;
  const page = {
    width: Math.min(widest, Math.max(40, columnsOf(stdout, env))),
    theme: createTheme(colorLevel(color, stdout, env)),
  };
  return {
    write: (content) =>
      stdout.write(
        content(page)
          .map((line) => `${line}\n`)
          .join(''),
      ),
  };
}
