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

/**
 * The way of a request: where each piece of its method and path is written, how it comes to the call that fixes the
 * path, and from there down to where it is sent. None where that is one place.
 */
function codeFlow(
  finding: ReportFinding,
  { context, requestAt }: ResultContext,
): { location: Location }[] | undefined {
  const request = requestAt(finding);
  if (!request) return undefined;
  const sent = `${request.methods.join(' or ')} ${request.url}`;
  const last = request.via.length - 1;
  const steps = distinctSteps([
    ...(request.trace ?? []).flatMap(({ text, hops }) =>
      hops.map((hop) => ({ place: hop, note: `${text}: ${hop.note}` })),
    ),
    { place: request, note: last < 0 ? `${sent} is sent here by ${request.client}` : `${sent} starts here` },
    ...request.via.map((place, i) => ({
      place,
      note: i === last ? `sent here by ${request.client}` : 'through this call',
    })),
  ]);
  if (steps.every(({ place }) => place.file === request.file && place.line === request.line))
    return undefined;
  return steps.slice(-mostSteps).map(({ place, note }) => ({ location: located(place, note, context) }));
}

interface Step {
  readonly place: ReportPlace;
  readonly note: string;
}

/** Pieces that came together are told once for each place. */
function distinctSteps(steps: readonly Step[]): readonly Step[] {
  const seen = new Set<string>();
  return steps.filter(({ place, note }) => {
    const key = `${place.file}:${place.line}:${place.column} ${note}`;
    return seen.has(key) ? false : seen.add(key);
  });
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
