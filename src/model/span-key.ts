import type { Span } from './span.js';

/** A place as a key: equal for equal places. */
export const spanKey = ({ file, start, end }: Span): string => `${file}:${start}-${end}`;
