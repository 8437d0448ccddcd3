import { CommanderError } from 'commander';
import { UserError } from '../model/errors.js';
import { exitCodes } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import type { Stream } from './terminal.js';
import { packageVersion } from '../catalog/read-version.js';

/** Says on stderr what ended the run, and returns the exit code for it. */
export function reportError(error: unknown, stderr: Stream): ExitCode {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.clean : exitCodes.usage;
  if (error instanceof UserError) {
    for (const one of [error, ...error.more]) stderr.write(userErrorText(one));
    return exitCodes.usage;
  }
  stderr.write(internalErrorText(error));
  return exitCodes.internal;
}

export function userErrorText({ message, place, remedy }: UserError): string {
  const at = place && [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
  const lines = [
    `error: ${at === undefined ? '' : `${at}: `}${message}`,
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function internalErrorText(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    'leastscope failed. The mistake is in leastscope, not in your code.',
    'Please report it, with the command that you ran and this text:',
    '',
    `leastscope ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`,
    stack,
    '',
  ].join('\n');
}
