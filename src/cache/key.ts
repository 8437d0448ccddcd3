import { createHash } from 'node:crypto';

/** What a summary depends on besides its file's text. */
export interface LoweringIdentity {
  readonly loweringVersion: number;
  /** Of the package. */
  readonly version: string;
  /** A hash of the code that lowers, so that two builds of one version never share entries. */
  readonly build: string;
}

export type KeyOf = (dialect: string, text: string) => string;

/** Makes the keys of a cache: 64 hexadecimal digits of SHA-256 over the text, its dialect and what lowers it. */
export function summaryKeys({ loweringVersion, version, build }: LoweringIdentity): KeyOf {
  const salt = JSON.stringify([loweringVersion, version, build]);
  return (dialect, text) => createHash('sha256').update(`${salt}\0${dialect}\0`).update(text).digest('hex');
}
