import type { Location, PhysicalLocation, Result, Suppression } from 'sarif';
import type { ReportFinding, ReportPlace, ReportRequest, ReportSuppressed } from '../../model/report.js';
import { repositoryFile } from '../format/repository.js';
import { printable } from '../format/text.js';
import type { RenderContext } from '../reporter.js';
import { levelOf } from './rule.js';

/** What GitHub keeps of a result. */
const mostRelated = 100;
const mostSteps = 1000;

export interface ResultContext {
  readonly context: RenderContext;
  readonly ruleIndex: ReadonlyMap<string, number>;
  /** The request that a finding speaks of, if it speaks of one. */
  readonly requestAt: (place: ReportPlace) => ReportRequest | undefined;
  /** Whether findings that are known were told from new ones. */
  readonly hasBaseline: boolean;
  readonly lineHash: (file: string, line: number) => string | undefined;
}

export function sarifResult(finding: ReportFinding | ReportSuppressed, given: ResultContext): Result {
  const { context, ruleIndex } = given;
  const hash = given.lineHash(finding.file, finding.line);
  const index = ruleIndex.get(finding.rule);
  const steps = codeFlow(finding, given);
  return {
    ruleId: finding.rule,
    ...(index !== undefined && { ruleIndex: index }),
    level: levelOf(finding.severity),
    message: { text: printable(finding.message) },
    locations: [{ physicalLocation: physicalLocation(finding, context) }],
    ...(finding.related.length > 0 && {
      relatedLocations: finding.related.slice(0, mostRelated).map((place, i) => ({
        id: i + 1,
        ...located(place, place.note, context),
      })),
    }),
    ...(steps && { codeFlows: [{ threadFlows: [{ locations: steps }] }] }),
    partialFingerprints: {
      ...(hash !== undefined && { primaryLocationLineHash: hash }),
      'leastscope/v1': finding.fingerprint,
    },
    ...(given.hasBaseline && { baselineState: isKnown(finding) ? 'unchanged' : 'new' }),
    ...('by' in finding && { suppressions: [suppressionOf(finding)] }),
    properties: { confidence: finding.confidence },
  };
}

const isKnown = (finding: ReportFinding | ReportSuppressed): boolean =>
  'by' in finding && finding.by === 'baseline';

const suppressionOf = ({ by, reason, until }: ReportSuppressed): Suppression => ({
  kind: by === 'comment' ? 'inSource' : 'external',
  status: 'accepted',
  justification: printable(until === undefined ? reason : `${reason} (until ${until})`),
});

/** The way of a call from where its path is fixed down to where it is sent; none where that is one place. */
function codeFlow(
  finding: ReportFinding,
  { context, requestAt }: ResultContext,
): { location: Location }[] | undefined {
  const request = requestAt(finding);
  if (!request || request.via.length === 0) return undefined;
  const sent = `${request.methods.join(' or ')} ${request.url}`;
  const last = request.via.length - 1;
  return [
    { location: located(request, `${sent} starts here`, context) },
    ...request.via.map((place, i) => ({
      location: located(place, i === last ? `sent here by ${request.client}` : 'through this call', context),
    })),
  ].slice(0, mostSteps);
}

const located = (place: ReportPlace, note: string, context: RenderContext): Location => ({
  physicalLocation: physicalLocation(place, context),
  message: { text: printable(note) },
});

export function physicalLocation(
  place: ReportPlace & Partial<Pick<ReportFinding, 'endLine' | 'endColumn'>>,
  context: RenderContext,
): PhysicalLocation {
  return {
    artifactLocation: { uri: uriOf(repositoryFile(place.file, context)), uriBaseId: '%SRCROOT%' },
    region: {
      startLine: Math.max(1, place.line),
      startColumn: Math.max(1, place.column),
      ...(place.endLine !== undefined && { endLine: place.endLine }),
      ...(place.endColumn !== undefined && { endColumn: place.endColumn }),
    },
  };
}

/** A path as a URI reference: hostile names become neither schemes nor queries. */
export const uriOf = (file: string): string =>
  file
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
