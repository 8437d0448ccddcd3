import type { AnalyzedRequest } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { ReportNote } from '../model/report.js';
import type { CallGraph } from '../values/call-graph.js';
import type { Machine } from '../values/machine.js';
import { readKey } from '../values/reads.js';
import { readAnnotations } from './extract/annotated.js';
import { isSender } from './extract/emitters.js';
import { interestOf } from './extract/interest.js';
import { jobFiles } from './extract/job-files.js';
import type { Reader } from './extract/reader.js';
import { retryBook } from './extract/retries-in-code.js';
import { walkRoots } from './extract/roots.js';
import { renamed } from './extract/rename.js';
import { siteKey, sinksOf } from './extract/sinks.js';
import { createSymbolBook, idOf, reportedNames, symbolsOfUses } from './extract/symbol-book.js';
import { isSpent, type Walker } from './extract/walker.js';
import type { LoadProgram, Unattributed } from './flow.js';
import { loadRequests } from './load-requests.js';
import { isTimed, timeIndex } from './part-in-load.js';
import type { ScheduledEntry } from './scheduled-entry.js';
import { requestsOf } from './term.js';

export interface CodeLoadInput {
  readonly m: Machine;
  readonly graph: CallGraph;
  readonly requests: readonly AnalyzedRequest[];
  readonly catalogs: readonly Catalog[];
  readonly config: Config;
  /** Whether requests of low confidence count too. */
  readonly includeLow: boolean;
  /** What data files start. */
  readonly scheduled: readonly ScheduledEntry[];
}

const maxCalls = 20_000;
/** Steps of evaluation that reading a program for its load may take; what is left then is unattributed. */
const maxSteps = 1_500_000;

/** Reads a program for its load: each request in the flows that send it, or listed as unattributed. */
export function codeLoad(input: CodeLoadInput): {
  readonly program: LoadProgram;
  readonly notes: readonly ReportNote[];
} {
  const { m, graph, requests } = input;
  readKey(m, timeIndex, '');
  const sinks = sinksOf(requests);
  const counted = loadRequests(input);
  const isCounted = new Set(counted.map(({ call }) => call));
  const countedSinks = new Set(
    requests.flatMap(({ request: { sink } }, i) => (isCounted.has(i) ? [siteKey(sink.file, sink.call)] : [])),
  );
  const plain: Reader = { m, graph, book: createSymbolBook() };
  const interest = interestOf(plain, sinks, countedSinks, isTimed, isSender);
  const annotations = readAnnotations(m.program, interest);
  const book = createSymbolBook(annotations.boundAt);
  const reader: Reader = { m, graph, book };
  const clients = new Map(
    requests.map(({ request }) => [
      siteKey(request.sink.file, request.sink.call),
      { client: request.client, methods: request.methods === 'unknown' ? undefined : request.methods },
    ]),
  );
  const w: Walker = {
    ...reader,
    sinks,
    interest,
    flows: [],
    path: new Set(),
    stack: [],
    memo: new Map(),
    gates: new Map(),
    visited: new Set(),
    around: [],
    rates: annotations.rates,
    retries: retryBook(reader, clients),
    work: [],
    orders: [],
    messages: [],
    middleware: [],
    begun: new Map(),
    left: maxCalls,
    until: m.spent + maxSteps,
    cut: new Set(),
  };
  const places = new Map(
    counted.flatMap(({ call }) => {
      const request = requests[call]?.request;
      return request ? [[call, request.chain[0] ?? request.sink] as const] : [];
    }),
  );
  walkRoots(w, places, [...input.scheduled, ...jobFiles(reader)]);
  const flows = w.flows.filter(({ term }) => requestsOf(term).size > 0);
  const text = JSON.stringify(flows.map(({ trigger, term }) => [trigger, term]));
  const uses = book.uses().filter((use) => text.includes(JSON.stringify(idOf(use))));
  const names = reportedNames(uses);
  const symbols = symbolsOfUses(uses, names);
  return {
    program: {
      requests: counted,
      flows: flows.map((flow) => renamed(flow, names)),
      unattributed: unattributed(
        w,
        isCounted,
        flows.map(({ term }) => requestsOf(term)),
      ),
      symbols,
    },
    notes: [...annotations.notes, ...annotations.unusedBounds()],
  };
}

/** The ledger: what limits can count and is in no flow. */
function unattributed(
  w: Walker,
  counted: ReadonlySet<number>,
  sets: readonly ReadonlySet<number>[],
): Unattributed[] {
  const known = new Set(sets.flatMap((set) => [...set]));
  const reason = isSpent(w) ? 'the program is too large to follow' : 'nothing that starts it was found';
  return [...counted].filter((call) => !known.has(call)).map((call) => ({ call, reason }));
}
