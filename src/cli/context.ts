import type { Engine } from './engine.js';
import type { ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';

/** What every command gets. Commands load what they do when it is asked for: starting is cheap. */
export interface Context {
  readonly terminal: Terminal;
  /** The analyzer, loaded when a command needs it. */
  readonly engine: () => Promise<Engine>;
  /** Sets the exit code of the run. */
  readonly exit: (code: ExitCode) => void;
}
