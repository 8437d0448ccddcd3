import type { OpenedProgram } from '../clients/find-requests.js';
import { codeLoad } from '../load/code-load.js';
import type { EstimateInput } from '../load/estimate.js';
import { estimateLoad } from '../load/estimate.js';
import { observe } from '../load/observe.js';
import { scheduledEntries } from '../load/schedule-files/index.js';
import { resolveSymbols, unusedAssumptions } from '../load/symbols.js';
import type { AnalyzedRequest, LoadFacts } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { DataFile } from '../model/data-file.js';
import type { Confidence } from '../model/finding.js';

export interface LoadInput {
  readonly opened: OpenedProgram;
  readonly requests: readonly AnalyzedRequest[];
  readonly catalogs: readonly Catalog[];
  readonly config: Config;
  readonly minConfidence: Confidence;
  /** Reads the data files that may say when code runs. */
  readonly data: () => readonly DataFile[];
}

/** The load of a program on the limits of its providers; nothing is looked at where no request reaches a limit. */
export function loadFacts({ opened, requests, catalogs, config, minConfidence, data }: LoadInput): LoadFacts {
  const limited = new Set(catalogs.filter((c) => c.rateLimits.length > 0).map((c) => c.provider));
  const reaches = ({ match, confidence }: AnalyzedRequest): boolean =>
    'provider' in match &&
    match.provider !== undefined &&
    limited.has(match.provider) &&
    (match.kind === 'matched' || match.kind === 'ambiguous' || match.kind === 'unmatched') &&
    (confidence !== 'low' || minConfidence === 'low');
  if (!requests.some(reaches)) return { rows: [], observations: [], notes: [] };
  const { program, notes } = codeLoad({
    ...opened,
    requests,
    catalogs,
    config,
    includeLow: minConfidence === 'low',
    scheduled: scheduledEntries(data()),
  });
  const estimate: EstimateInput = {
    program,
    catalogs,
    assume: config.assume,
    overrides: (account) => config.accounts[account]?.limits ?? {},
    reaches: matchesGlob,
  };
  const rows = estimateLoad(estimate);
  const unused = unusedAssumptions(program.symbols, config.assume).map((symbol) => ({
    file: config.file ?? null,
    line: config.assume[symbol]?.at.line ?? null,
    message: `assume.${symbol}: nothing in the code depends on it`,
  }));
  const table = resolveSymbols(program.symbols, config.assume);
  const observations = observe({ estimate, rows, table, requests, modules: opened.m.program.modules });
  return { rows, observations, notes: [...notes, ...unused] };
}

/** `*` stands for the rest of the path. */
function matchesGlob(glob: string, path: string): boolean {
  const [head = '', ...pieces] = glob.split('*');
  if (pieces.length === 0) return path === glob;
  const tail = pieces.at(-1) ?? '';
  return path.startsWith(head) && path.length >= head.length + tail.length && path.endsWith(tail);
}
