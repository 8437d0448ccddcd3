import type { Environment } from '../model/catalog.js';
import type { ReportPlace } from '../model/report.js';
import type { Span } from '../model/span.js';
import type { LoadSymbol } from './symbols.js';
import type { Term } from './term.js';
import type { Trigger } from './trigger.js';

/** A request as limits see it: one for each operation and credential that a call in the code may stand for. */
export interface LoadRequest {
  /** What a term's `call` names. */
  readonly call: number;
  readonly place: ReportPlace;
  readonly provider: string;
  /** Operation ids; several when the code can't say which one it is, none for a path that only a glob names. */
  readonly operations: readonly string[];
  /** Full paths that the request may have, for limits on path globs. */
  readonly paths: readonly string[];
  readonly account: string;
  readonly credential: string;
  readonly environment: Environment;
}

/** One way for requests to come about: what starts them, and what happens in each run. */
export interface Flow {
  readonly trigger: Trigger;
  readonly term: Term;
  /** How the requests come about, for people: `cron *\/5 -> Promise.all(users)`. */
  readonly how: string;
  /** Where it is set off: the schedule's call. */
  readonly at?: Span;
}

/** A request that no flow accounts for, or not for all of its runs. */
export interface Unattributed {
  readonly call: number;
  /** `nothing that starts it was found`, `called in a loop of unknown shape`. */
  readonly reason: string;
}

/** All that the front end knows of a program's load. */
export interface LoadProgram {
  readonly requests: readonly LoadRequest[];
  readonly flows: readonly Flow[];
  readonly unattributed: readonly Unattributed[];
  readonly symbols: readonly LoadSymbol[];
}
