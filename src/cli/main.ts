#!/usr/bin/env node
import { run } from './run.js';
import type { Stream } from './terminal.js';

/** Errors of a stream come later and by another way than the write that caused them. */
function guard(stream: NodeJS.WriteStream): Stream {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has gone (`| head`): what is left unsaid is nobody's loss.
    if (error.code === 'EPIPE') return;
    process.exitCode = 2;
    if (stream === process.stdout) process.stderr.write(`error: stdout: ${error.message}\n`);
  });
  return {
    write: (text) => {
      stream.write(text);
    },
    // Node leaves it unset where there is no terminal.
    isTTY: Boolean(stream.isTTY),
    columns: stream.columns,
  };
}

const terminal = {
  cwd: process.cwd(),
  env: process.env,
  stdout: guard(process.stdout),
  stderr: guard(process.stderr),
};
const code = await run(process.argv.slice(2), terminal, () => import('../session.js'));
// Not `exit`: what was written must reach its reader first. An error of a stream may have set the code before.
process.exitCode ??= code;
