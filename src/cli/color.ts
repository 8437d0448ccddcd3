import { WriteStream } from 'node:tty';
import type { ColorLevel } from '../report/reporter.js';
import type { Stream, Terminal } from './terminal.js';

/**
 * How colourful a stream's text may be. `--color` and `--no-color` decide, else FORCE_COLOR, else NO_COLOR, else
 * whether the stream is a terminal, as Node's own terminal streams do.
 */
export function colorLevel(flag: boolean | undefined, stream: Stream, env: Terminal['env']): ColorLevel {
  if (flag === false) return 0;
  const forced = forcedLevel(env['FORCE_COLOR']);
  if (flag === true) return forced === undefined || forced === 0 ? atLeastOne(terminalLevel(env)) : forced;
  if (forced !== undefined) return forced;
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return 0;
  return stream.isTTY ? terminalLevel(env) : 0;
}

function forcedLevel(value: string | undefined): ColorLevel | undefined {
  if (value === undefined) return undefined;
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  return value === '3' ? 3 : 1;
}

const atLeastOne = (level: ColorLevel): ColorLevel => (level === 0 ? 1 : level);

/** What TERM, COLORTERM and their like say. */
function terminalLevel(env: Terminal['env']): ColorLevel {
  const { FORCE_COLOR: _force, NO_COLOR: _no, NODE_DISABLE_COLORS: _disable, ...own } = env;
  const depth = WriteStream.prototype.getColorDepth(own);
  if (depth >= 24) return 3;
  if (depth >= 8) return 2;
  return depth >= 4 ? 1 : 0;
}
