import type { CredentialFacts } from '../model/analysis.js';
import type { ScopeName } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { RelatedLocation } from '../model/finding.js';
import type { Span } from '../model/span.js';

/** Where a grant is declared: in code or a manifest, else in the config file. */
export function grantPlace(credential: CredentialFacts, scope: ScopeName, config: Config): Span {
  const at = credential.config?.grants?.find((grant) => grant.value === scope)?.at;
  const inConfig = {
    file: config.file ?? '',
    start: at?.line ?? 1,
    end: at?.column ?? 1,
    isPosition: true,
    ...(at && { width: scope.length }),
  };
  return (Object.hasOwn(credential.grantedAt, scope) && credential.grantedAt[scope]) || inConfig;
}

/** Where the config says what a credential was granted; nothing where it says none. */
export function grantsInConfig({ config: own, name }: CredentialFacts, config: Config): RelatedLocation[] {
  const [first] = own?.grants ?? [];
  if (!first?.at || config.file === undefined) return [];
  const span = { file: config.file, start: first.at.line, end: first.at.column, isPosition: true };
  return [{ span, note: `what "${name}" was granted` }];
}
