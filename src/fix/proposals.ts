import type { CredentialFacts, Facts } from '../model/analysis.js';
import type { Catalog, ScopeName } from '../model/catalog.js';
import type { Finding } from '../model/finding.js';
import type { Span } from '../model/span.js';

/** Something that would mend a finding. */
export interface Proposal {
  readonly rule: string;
  readonly title: string;
  /** Nothing that works now can stop working, and nobody gets to do more. */
  readonly isSafe: boolean;
  readonly change:
    | { readonly kind: 'remove'; readonly credential: CredentialFacts; readonly scope: ScopeName }
    | {
        readonly kind: 'replace';
        readonly credential: CredentialFacts;
        readonly scope: ScopeName;
        readonly by: ScopeName;
      }
    | { readonly kind: 'add'; readonly credential: CredentialFacts; readonly scope: ScopeName }
    | {
        readonly kind: 'move';
        readonly call: Span;
        readonly provider: string;
        readonly from: string;
        readonly to: string;
      };
}

export interface ProposalOptions {
  /** Whether all code that may use a grant was analyzed: else taking one away is not safe. */
  readonly isWhole: boolean;
}

/** What can be done about findings, each thing once. */
export function proposals(
  facts: Facts,
  findings: readonly Finding[],
  { isWhole }: ProposalOptions,
): Proposal[] {
  const found = findings.flatMap((finding): Proposal[] => {
    const credential = facts.credentials.find(({ name }) => name === finding.data['credential']);
    const scope = String(finding.data['scope']);
    switch (finding.rule) {
      case 'excess-scope':
        return finding.messageId === 'unused' && credential
          ? [removal(facts, credential, scope, isWhole)]
          : [];
      case 'broader-than-needed':
        return credential ? replacement(facts, credential, scope, isWhole) : [];
      case 'missing-scope':
        return credential ? additions(credential) : [];
      case 'deprecated-version':
        return moves(facts, finding);
      default:
        return [];
    }
  });
  return [...new Map(found.map((one) => [`${one.rule} ${one.title} ${placeKey(one)}`, one])).values()];
}

const placeKey = ({ change }: Proposal): string =>
  change.kind === 'move' ? `${change.call.file}:${change.call.start}` : change.credential.provider;

function removal(facts: Facts, credential: CredentialFacts, scope: ScopeName, isWhole: boolean): Proposal {
  return {
    rule: 'excess-scope',
    title: `take ${scope} out of what "${credential.name}" was granted`,
    isSafe: isWhole && !mayBeNeeded(facts, credential, scope),
    change: { kind: 'remove', credential, scope },
  };
}

/** Where all narrower scopes are granted already, the broader one only goes. */
function replacement(
  facts: Facts,
  credential: CredentialFacts,
  scope: ScopeName,
  isWhole: boolean,
): Proposal[] {
  const by = credential.replaceable.find((one) => one.scope === scope)?.by ?? [];
  const added = by.filter((one) => !(credential.granted ?? []).includes(one));
  const [only, ...others] = added;
  if (by.length === 0 || others.length > 0) return [];
  const rule = 'broader-than-needed';
  if (only === undefined) return [{ ...removal(facts, credential, scope, isWhole), rule }];
  const title = `grant "${credential.name}" ${only} in place of ${scope}`;
  return [{ rule, title, isSafe: false, change: { kind: 'replace', credential, scope, by: only } }];
}

const additions = (credential: CredentialFacts): Proposal[] =>
  credential.missing.map((scope) => ({
    rule: 'missing-scope',
    title: `add ${scope} to what "${credential.name}" was granted`,
    isSafe: false,
    change: { kind: 'add', credential, scope },
  }));

/** The first newer operation; how it responds may not be documented. */
function moves({ catalogs, requests }: Facts, finding: Finding): Proposal[] {
  const from = String(finding.data['operation']);
  const request = requests.find(
    ({ request: { callSite }, match }) =>
      match.kind === 'matched' &&
      match.operation === from &&
      callSite.file === finding.primary.file &&
      callSite.start === finding.primary.start,
  );
  if (request?.match.kind !== 'matched') return [];
  const { provider } = request.match;
  const deprecated = catalogs
    .find((c) => c.provider === provider)
    ?.operations.find((o) => o.id === from)?.deprecated;
  const to = deprecated?.replacement ?? deprecated?.alternatives?.[0];
  if (to === undefined) return [];
  const changes = deprecated?.parameterChanges;
  const title = `move ${from} to ${to}${changes === undefined ? '' : ` (${changes})`}`;
  const change = { kind: 'move', call: request.request.callSite, provider, from, to } as const;
  return [{ rule: 'deprecated-version', title, isSafe: false, change }];
}

/** Whether a call that is not sure, or an unresolved one, could be the reason for a grant. */
function mayBeNeeded({ requests, catalogs }: Facts, credential: CredentialFacts, scope: ScopeName): boolean {
  if (credential.undecidedFor.has(scope) || credential.unread.length > 0) return true;
  const catalog = catalogs.find((c) => c.provider === credential.provider);
  if (!catalog) return true;
  return requests.some(({ match, confidence }) => {
    if (match.kind === 'matched' && match.provider === credential.provider)
      return confidence === 'low' && takes(catalog, match.operation, scope);
    if (match.kind === 'ambiguous' && match.provider === credential.provider)
      return match.operations.some((id) => takes(catalog, id, scope));
    return false;
  });
}

function takes({ operations, scopes }: Catalog, operation: string, scope: ScopeName): boolean {
  const security = operations.find(({ id }) => id === operation)?.security;
  if (!security || security === 'undocumented') return false;
  const reached = new Set([scope]);
  for (const name of reached)
    for (const implied of scopes.find((s) => s.name === name)?.implies ?? []) reached.add(implied);
  return security.some((requirement) =>
    Object.values(requirement)
      .flat()
      .some((name) => reached.has(name)),
  );
}
