import { run } from '../../src/cli/run.js';
import type { Engine, ScanOptions } from '../../src/cli/engine.js';
import type { Terminal } from '../../src/cli/terminal.js';
import type { Report } from '../../src/model/report.js';
import { context, golden } from '../report/golden.js';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the analyzer was asked for. */
  readonly asked: readonly ScanOptions[];
}

export interface World {
  readonly cwd?: string;
  readonly env?: Terminal['env'];
  /** Which streams are terminals, 80 columns wide. */
  readonly tty?: readonly ('stdout' | 'stderr')[];
  readonly report?: Report;
  /** In the analyzer's place. */
  readonly scan?: Engine['scan'];
}

/** Runs a command line in a world of its own, with an analyzer that finds what the golden report says. */
export async function leastscope(args: readonly string[], world: World = {}): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => {
    const isTTY = world.tty?.includes(name) ?? false;
    return {
      write: (text: string) => {
        written[name] += text;
      },
      isTTY,
      columns: isTTY ? 80 : undefined,
    };
  };
  const asked: ScanOptions[] = [];
  const engine: Engine = {
    scan(options, progress) {
      asked.push(options);
      return (
        world.scan?.(options, progress) ?? { report: world.report ?? golden, sources: context().sources }
      );
    },
  };
  const terminal = {
    cwd: world.cwd ?? '/nowhere',
    env: world.env ?? {},
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  };
  const code = await run(args, terminal, () => Promise.resolve(engine));
  return { code, ...written, asked };
}
