import type { ReportPlace } from './report.js';

/** One request that a recording has. */
export interface SeenRequest {
  /** As recorded, in upper case. */
  readonly method: string;
  /** Host and port; undefined where the recording has the path alone. */
  readonly host?: string;
  /** Path with query, from `/`. */
  readonly path: string;
  readonly status?: number;
  /** Line of the recording, or number of the entry, from 1. */
  readonly line: number;
}

/** A place in a recording. */
export interface SeenAt {
  readonly file: string;
  readonly line: number;
}

/** Requests of one operation in the recordings. */
export interface SeenOperation {
  readonly provider: string;
  /** More than one where the path fits several alike. */
  readonly operations: readonly string[];
  readonly requests: number;
  /** Answered with 401 or 403. */
  readonly refused: number;
  /** Whether the code was seen to send it. */
  readonly found: boolean;
  /** Calls in the code, where it is found. */
  readonly calls: readonly ReportPlace[];
  /** Any of, all of; null where the docs state none. */
  readonly security: readonly (readonly string[])[] | null;
  /** Whether the grants of some credential authorize it; null where no grants are known, or no scope is. */
  readonly granted: boolean | null;
  readonly first: SeenAt;
}

/** What happened at run time, beside what was found in the code. */
export interface Observation {
  readonly summary: {
    /** Requests to the APIs of the catalogs, and those to hosts of nobody. */
    readonly requests: number;
    readonly foreign: number;
    /** Too likely to be something else to be counted. */
    readonly unsure: number;
    readonly operations: number;
    readonly found: number;
    /** Seen operations that were found in the code, and requests of such; null where nothing was seen. */
    readonly recall: number | null;
    readonly requestRecall: number | null;
  };
  readonly operations: readonly SeenOperation[];
  /** Requests to an API at a path, or with a method, that its docs don't have. */
  readonly undocumented: readonly {
    readonly request: string;
    readonly requests: number;
    readonly nearest: string | null;
    readonly first: SeenAt;
  }[];
  /** In the code, and never seen. */
  readonly notSeen: readonly {
    readonly provider: string;
    readonly operation: string;
    readonly calls: readonly ReportPlace[];
  }[];
  /** Granted scopes that no seen request could have used. */
  readonly credentials: readonly {
    readonly name: string;
    readonly provider: string;
    readonly neverExercised: readonly string[];
  }[];
  readonly foreignHosts: readonly { readonly host: string; readonly requests: number }[];
}
