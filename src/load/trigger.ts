import type { Calendar } from './calendar/calendar.js';
import type { Quantity } from './quantity.js';

/** What a schedule does when it is due while the last run is still going. */
export type Guard =
  /** Runs overlap. */
  | 'overlap'
  /** The due run is left out. */
  | 'skip'
  /** The due run starts when the last one has ended. */
  | 'late'
  /** Every run that was due while the last one was going is made up for. */
  | 'queue';

/** Whether every process of a deployment runs it, or one for all of them. */
export type Reach = 'process' | 'cluster';

/** What starts a run, and how often. */
export type Trigger =
  /** Every `everyMs` from the start of the process; `immediate` also at the start itself. */
  | {
      readonly kind: 'periodic';
      readonly everyMs: Quantity;
      readonly immediate: boolean;
      readonly guard: Guard;
      readonly reach: Reach;
      /** How late a run may start, in ms. */
      readonly jitterMs?: number;
    }
  /** At the instants of a calendar. */
  | {
      readonly kind: 'calendar';
      readonly calendar: Calendar;
      readonly immediate: boolean;
      readonly guard: Guard;
      readonly reach: Reach;
      readonly jitterMs?: number;
    }
  /** Again and again, each run `gapMs` after the last one ended. */
  | { readonly kind: 'after-completion'; readonly gapMs: Quantity; readonly reach: Reach }
  /** When the process or the command starts. */
  | { readonly kind: 'once'; readonly reach: Reach }
  /** From outside, `perMinute` times a minute. */
  | { readonly kind: 'event'; readonly perMinute: Quantity };
