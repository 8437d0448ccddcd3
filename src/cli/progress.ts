import type { Progress } from './engine.js';
import { isContinuousIntegration } from './terminal.js';
import type { Terminal } from './terminal.js';

const millisecondsBetween = 80;

export interface ProgressLine {
  readonly listener?: Progress;
  /** Takes the line away again. */
  clear(): void;
}

/** One line on stderr that is written over, where a person watches. */
export function progressLine(terminal: Terminal, isWanted: boolean): ProgressLine {
  const { stderr, env } = terminal;
  const isShown = isWanted && stderr.isTTY && env['TERM'] !== 'dumb' && !isContinuousIntegration(env);
  if (!isShown) return { clear: () => undefined };
  let last = 0;
  let isDirty = false;
  return {
    listener(done, total, phase) {
      const now = Date.now();
      if (now - last < millisecondsBetween) return;
      last = now;
      isDirty = true;
      const share = total > 0 ? ` ${done} of ${total}` : '';
      const width = Math.max(1, (stderr.columns ?? 80) - 1);
      stderr.write(`\r\u001b[K${`${phase}${share}`.slice(0, width)}`);
    },
    clear() {
      if (isDirty) stderr.write('\r\u001b[K');
    },
  };
}
