import { createHash } from 'node:crypto';
import { hashText } from './hash.js';

/** What a summary depends on besides its file's text. */
export interface LoweringIdentity {
  readonly loweringVersion: number;
  /** Of the package. */
  readonly version: string;
  /** A hash of the code that lowers, so that two builds of one version never share entries. */
  readonly build: string;
}

/** The keys of a cache. */
export interface SummaryKeys {
  /** 64 hexadecimal digits of SHA-256 over the text, its dialect and what lowers it. */
  readonly ofText: (dialect: string, text: string) => string;
  /** Of the name that Git has for a text, which is a hash already. */
  readonly ofBlob: (dialect: string, blob: string) => string;
}

export function summaryKeys({ loweringVersion, version, build }: LoweringIdentity): SummaryKeys {
  const salt = JSON.stringify([loweringVersion, version, build]);
  const lowering = hashText(salt);
  return {
    ofText: (dialect, text) =>
      createHash('sha256').update(`${salt}\0${dialect}\0`).update(text).digest('hex'),
    ofBlob: (dialect, blob) => `${lowering} ${dialect} ${blob}`,
  };
}
