import { deprecatedVersion } from './deprecated-version.js';
import { descriptionOnlyGrant } from './description-only-grant.js';
import { excessScope } from './excess-scope.js';
import type { FindingDefinition } from './finding-definition.js';
import { hardcodedCredential } from './hardcoded-credential.js';
import { missingScope } from './missing-scope.js';
import { scopeWithoutOperations } from './scope-without-operations.js';
import { suppression } from './suppression.js';
import { unknownOperation } from './unknown-operation.js';
import { unknownScope } from './unknown-scope.js';
import { unresolvedUrl } from './unresolved-url.js';
import { wrongMethod } from './wrong-method.js';
import { wrongTokenKind } from './wrong-token-kind.js';

/** Every finding, by id. One line a finding. */
export const findingDefinitions: readonly FindingDefinition[] = [
  deprecatedVersion,
  descriptionOnlyGrant,
  excessScope,
  hardcodedCredential,
  missingScope,
  scopeWithoutOperations,
  suppression,
  unknownOperation,
  unknownScope,
  unresolvedUrl,
  wrongMethod,
  wrongTokenKind,
];
