import { mayBeProviders, type Analysis } from '../analyze/analyze.js';
import { earlier } from '../findings/suppress.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import { placesIn, type Reach } from '../nearby/reach.js';
import { tablesAfter, tablesOf, type ReadTables, type ReadThings } from '../nearby/read-tables.js';
import { placeOf, saidBy, type Said } from './said.js';

/** What is known of a whole project, and what it rests on: data that can be kept in a file. */
export interface Known {
  readonly said: Said;
  readonly reads: ReadTables;
  /** The places of requests on which statements about the whole project rest. */
  readonly judged: readonly string[];
  /** The last day on which it is so, where a suppression ends. */
  readonly through?: string;
}

export const knownFrom = (analysis: Analysis): Known | undefined =>
  analysis.reads && {
    said: saidBy(analysis),
    reads: tablesOf(analysis.reads),
    judged: judgedIn(analysis),
    ...through(analysis.through),
  };

const through = (day: string | undefined): Pick<Known, 'through'> =>
  day === undefined ? {} : { through: day };

const judgedIn = ({ requests }: Analysis): readonly string[] => [
  ...new Set(requests.filter(isJudged).map(placeOf)),
];

/** Whether statements about the whole project rest on a request. */
export const isJudged = ({ match }: AnalyzedRequest): boolean => mayBeProviders(match);

/** What was found when all was looked at again that a change reaches. */
export interface Again {
  readonly found: Analysis;
  readonly after: ReadThings;
  readonly reach: Reach;
  readonly changed: ReadonlySet<string>;
  /** All was looked at that is judged over the whole project. */
  readonly isJudged: boolean;
}

/** What is known after a change. */
export function knownAfter(known: Known, again: Again): Known {
  const { said, reads, judged } = known;
  const { found, reach, changed } = again;
  const places = placesIn(reach);
  const wasJudged = new Set(judged);
  const isOld = (place: string): boolean => places.has(place) || (again.isJudged && wasJudged.has(place));
  const now = saidBy(found);
  const requests = said.requests.filter(([file, , place]) => !changed.has(file) && !isOld(place));
  return {
    said: {
      findings: again.isJudged ? now.findings : said.findings,
      requests: [...requests, ...now.requests],
    },
    judged: again.isJudged ? judgedIn(found) : judged,
    reads: tablesAfter(reads, again.after, reach, changed, again.isJudged),
    ...through(earlier(known.through, found.through)),
  };
}
