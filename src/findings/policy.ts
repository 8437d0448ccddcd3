import type { AnalyzedRequest, CredentialFacts, Facts } from '../model/analysis.js';
import type { PolicyRule } from '../model/config.js';
import { fitsWildcard } from '../model/wildcard.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { grantPlace } from './grant-place.js';
import { judgeCall, judgeGrant } from './policy-selects.js';
import type { Judged } from './policy-selects.js';
import { sentThrough } from './sent-through.js';

/** What the organisation's own rules don't allow, of a call or a grant, with the reason that the rule gives. */
export const policy: FindingDefinition = {
  id: 'policy',
  description: 'A call or a grant breaks a rule of the `policy` section.',
  severity: 'error',
  scope: 'file',
  messages: {
    forbidCall: '{operation}: {what} is forbidden here: {reason}',
    requireCall: '{operation}: {what} is not among what is allowed here: {reason}',
    forbidGrant: 'Credential "{credential}" was granted {what}, which is forbidden{where}: {reason}',
    requireGrant:
      'Credential "{credential}" was granted {what}, which is not among what is allowed{where}: {reason}',
  },
  *check(facts: Facts): Iterable<Occurrence> {
    for (const rule of facts.config.policy ?? []) {
      yield* brokenByCalls(rule, facts);
      yield* brokenByGrants(rule, facts);
    }
  },
};

function* brokenByCalls(rule: PolicyRule, facts: Facts): Iterable<Occurrence> {
  const { file = '' } = facts.config;
  for (const one of facts.requests) {
    const { match, request, confidence } = one;
    if (match.kind !== 'matched' || !concerns(rule, one.credential) || !isInFiles(rule, one, facts)) continue;
    const catalog = facts.catalogs.find((c) => c.provider === match.provider);
    const operation = catalog?.operations.find((o) => o.id === match.operation);
    const broken = operation && breaches(rule, judgeCall(rule, operation, one));
    if (broken === undefined || broken === '') continue;
    yield {
      messageId: `${rule.effect}Call`,
      data: { operation: match.operation, what: broken, reason: rule.reason },
      confidence,
      severity: rule.severity,
      primary: request.callSite,
      related: [
        ...sentThrough(request),
        { span: { file, start: rule.at.line, end: rule.at.column, isPosition: true }, note: 'the rule' },
      ],
    };
  }
}

function* brokenByGrants(rule: PolicyRule, facts: Facts): Iterable<Occurrence> {
  for (const credential of facts.credentials) {
    if (!concerns(rule, credential.name) || !isUsedInFiles(rule, credential, facts)) continue;
    const catalog = facts.catalogs.find((c) => c.provider === credential.provider);
    for (const scope of catalog ? (credential.granted ?? []) : []) {
      const broken = catalog && breaches(rule, judgeGrant(rule, catalog, scope));
      if (broken === undefined || broken === '') continue;
      const where = rule.files.length > 0 ? ` in ${rule.files.join(', ')}, where calls use it` : '';
      yield {
        messageId: `${rule.effect}Grant`,
        data: { credential: credential.name, what: broken, where, reason: rule.reason },
        confidence: 'high',
        severity: rule.severity,
        scope: 'project',
        primary: grantPlace(credential, scope, facts.config),
      };
    }
  }
}

/** What breaks the rule; each kind that it names is judged by itself. Empty: nothing. */
const breaches = (rule: PolicyRule, judged: readonly Judged[]): string =>
  judged
    .filter(({ selected }) => selected === (rule.effect === 'forbid'))
    .map(({ what }) => what)
    .join(', ');

const concerns = (rule: PolicyRule, credential: string | undefined): boolean =>
  rule.credentials.length === 0 || rule.credentials.some((name) => fitsWildcard(name, credential ?? ''));

/** Where the call stands, or where a call on the way down to the client's own does. */
const isInFiles = ({ files }: PolicyRule, { request }: AnalyzedRequest, { matchesFile }: Facts): boolean =>
  files.length === 0 || [request.callSite, ...request.via].some(({ file }) => matchesFile(files, file));

const isUsedInFiles = (rule: PolicyRule, { name, provider }: CredentialFacts, facts: Facts): boolean =>
  rule.files.length === 0 ||
  facts.requests.some(
    (one) =>
      one.credential === name &&
      'provider' in one.match &&
      one.match.provider === provider &&
      one.confidence !== 'low' &&
      isInFiles(rule, one, facts),
  );
