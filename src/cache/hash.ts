import { createHash } from 'node:crypto';

/** A short stable name for a text: 20 hexadecimal digits of its SHA-256. */
export const hashText = (text: string): string => hashBytes(text);

export const hashBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 20);
