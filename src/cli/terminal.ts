/** One of the two streams that a command writes to. */
export interface Stream {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Undefined where there is no terminal. */
  readonly columns: number | undefined;
}

/** All that a command knows of the world around it. Results go to `stdout`, all else to `stderr`. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** Width of text that goes to a file or a pipe. */
const pageWidth = 100;

export function columnsOf(stream: Stream, env: Terminal['env']): number {
  const asked = Number(env['COLUMNS']);
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  return Number.isInteger(asked) && asked > 0 ? asked : pageWidth;
}

/** Whether a machine reads along: then no progress is shown. */
export function isContinuousIntegration(env: Terminal['env']): boolean {
  const named = ['CI', 'TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION'];
  return named.some((name) => !['', 'false', '0', undefined].includes(env[name]));
}
