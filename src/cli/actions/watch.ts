import path from 'node:path';
import { UserError } from '../../model/errors.js';
import { count, printable } from '../../report/format/text.js';
import type { Context } from '../context.js';
import type { ScanOptions } from '../engine.js';
import { reportError } from '../errors.js';
import type { Output } from '../outputs.js';
import { watchFolders } from '../watch.js';

const clear = '\u001b[2J\u001b[3J\u001b[H';
const mostNamed = 3;

/** Runs once, and again whenever files of the project change, until the process is ended. */
export async function runWatching(
  once: () => Promise<unknown>,
  options: ScanOptions,
  outputs: readonly Output[],
  { terminal, engine }: Context,
): Promise<never> {
  const { cwd, stdout, stderr } = terminal;
  const { folders } = await engine();
  if (!folders) throw new Error('this analyzer does not say what it reads');
  const written = new Set(
    outputs.flatMap(({ file }) => (file === undefined ? [] : [path.resolve(cwd, file)])),
  );
  let followed: readonly string[] = [cwd];
  const run = async (): Promise<void> => {
    try {
      await once();
      followed = folders(options);
    } catch (error) {
      // A mistake in the config is mended while this goes on.
      reportError(error, stderr);
      if (!(error instanceof UserError)) throw error;
    }
    watching.follow(followed);
    stderr.write(`watching ${count(followed.length, 'folder')}; Ctrl-C ends it\n`);
  };
  const watching = watchFolders(
    (file) => written.has(file),
    (files) => {
      if (stdout.isTTY) stdout.write(clear);
      const names = files.slice(0, mostNamed).map((file) => printable(path.relative(cwd, file)));
      const hidden = files.length - names.length;
      stderr.write(`changed: ${names.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}\n`);
      void run();
    },
  );
  await run();
  return new Promise<never>(() => undefined);
}

/** A watch is of the work tree as it is, and writes nothing but reports. */
export function checkWatchFlags(flags: Readonly<Record<string, unknown>>): void {
  const others = {
    staged: '--staged',
    since: '--since',
    updateBaseline: '--update-baseline',
    fix: '--fix',
    fixDryRun: '--fix-dry-run',
  };
  const other = Object.entries(others).find(([key]) => flags[key] !== undefined);
  if (flags['watch'] === true && other)
    throw new UserError(`--watch does not go with ${other[1]}`, undefined, 'Give one of them.');
}
