import { confidenceRank } from '../../model/finding.js';
import type { Report, ReportCredential, ReportRequest } from '../../model/report.js';
import type { CallGroup, CredentialSplit, SplitPart } from '../../model/scope-solution.js';
import { sortReport } from '../../report/format/sort.js';
import { blocks } from '../../report/pretty/layout.js';
import { indexScopes } from '../../scopes/scope-index.js';
import { splitCredential } from '../../scopes/split.js';
import { catalogsOf, unknownName } from '../catalogs.js';
import type { Context } from '../context.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';
import { pageOf } from '../show/page.js';
import { splitLines } from '../show/split.js';
import type { Division } from '../show/split.js';

export interface SplitFlags extends ScanFlags {
  readonly format: 'pretty' | 'json';
  readonly color?: boolean;
}

/** Proposes how to divide one credential among the files that use it. */
export async function runSplit(name: string, flags: SplitFlags, context: Context): Promise<void> {
  const { terminal } = context;
  const catalogs = catalogsOf(flags.catalog, flags.config, terminal.cwd);
  const engine = await context.engine();
  const { report } = engine.scan({
    ...scanSettings(flags, terminal.cwd),
    paths: ['.'],
    minConfidence: 'medium',
  });
  const sorted = sortReport(report);
  const divisions = credentialsNamed(name, sorted).flatMap((credential): Division[] => {
    const catalog = catalogs.find(({ provider }) => provider === credential.provider);
    if (catalog === undefined) return [];
    const requests = demandsOf(credential, sorted);
    return [{ credential, requests, ...splitCredential(indexScopes(catalog), groupsOf(requests)) }];
  });
  if (flags.format === 'json') {
    const { schemaVersion, tool } = sorted;
    const json = { schemaVersion, tool, credentials: divisions.map(toJson) };
    terminal.stdout.write(`${JSON.stringify(json, undefined, 2)}\n`);
  } else pageOf(terminal, flags.color).write((page) => blocks(divisions.map((one) => splitLines(one, page))));
}

function credentialsNamed(name: string, { credentials }: Report): readonly ReportCredential[] {
  const found = credentials.filter((credential) => credential.name === name);
  if (found.length > 0) return found;
  const known = [...new Set(credentials.map((credential) => credential.name))];
  const remedy =
    known.length === 0 ? 'The code here calls no API of the catalogs.' : `Known here: ${known.join(', ')}.`;
  throw unknownName('credential', name, known, remedy);
}

/** The calls that the least set of the credential rests on. */
const demandsOf = ({ name, provider }: ReportCredential, { requests }: Report): readonly ReportRequest[] =>
  requests.filter(
    (request) =>
      request.credential === name &&
      request.provider === provider &&
      request.operation !== null &&
      confidenceRank[request.confidence] >= confidenceRank.medium &&
      request.unreachable !== true,
  );

const groupsOf = (requests: readonly ReportRequest[]): readonly CallGroup[] =>
  requests.flatMap(({ file, operation }) =>
    operation === null ? [] : [{ label: file, operations: [operation] }],
  );

function toJson({ credential, whole, splits, requests }: Division): unknown {
  return {
    name: credential.name,
    provider: credential.provider,
    least: whole.scopes,
    undecided: credential.undecided,
    splits: splits.map((split: CredentialSplit) => ({
      kind: split.kind,
      saves: split.saves,
      parts: split.parts.map((part: SplitPart) => ({
        files: part.labels,
        least: part.least.scopes,
        proven: part.least.proven,
        because: part.least.because,
        without: part.without,
        saves: part.saves,
        calls: requests
          .filter(({ file }) => part.labels.includes(file))
          .map(({ file, line, column, operation }) => ({ file, line, column, operation })),
      })),
    })),
  };
}
