/** A place in a source file: UTF-16 offsets, `end` exclusive. `file` is relative to the root, with `/`. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Set where `start` is a 1-based line and `end` a 1-based column: files of which only positions are known. */
  readonly isPosition?: boolean;
  /** How many characters stand at such a position, where it is known. */
  readonly width?: number;
}

/** 1-based line and column, as people and reports count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
