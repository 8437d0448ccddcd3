import { broaderThanNeeded } from './broader-than-needed.js';
import { cronFieldSlip } from './cron-field-slip.js';
import { deprecatedVersion } from './deprecated-version.js';
import { descriptionOnlyGrant } from './description-only-grant.js';
import { excessScope } from './excess-scope.js';
import type { FindingDefinition } from './finding-definition.js';
import { hardcodedCredential } from './hardcoded-credential.js';
import { invalidRequest } from './invalid-request.js';
import { limiterPerCall } from './limiter-per-call.js';
import { limiterTooLoose } from './limiter-too-loose.js';
import { loopWithoutDelay } from './loop-without-delay.js';
import { missingScope } from './missing-scope.js';
import { policy } from './policy.js';
import { rateLimitAtRisk } from './rate-limit-at-risk.js';
import { rateLimitExceeded } from './rate-limit-exceeded.js';
import { retryAfterIgnored } from './retry-after-ignored.js';
import { retryWithoutBackoff } from './retry-without-backoff.js';
import { schedulesAligned } from './schedules-aligned.js';
import { scopeWithoutOperations } from './scope-without-operations.js';
import { suppression } from './suppression.js';
import { unattributedLoad } from './unattributed-load.js';
import { unboundedFanOut } from './unbounded-fan-out.js';
import { undocumentedScope } from './undocumented-scope.js';
import { unhandled429 } from './unhandled-429.js';
import { unknownOperation } from './unknown-operation.js';
import { unknownScope } from './unknown-scope.js';
import { unresolvedUrl } from './unresolved-url.js';
import { wrongMethod } from './wrong-method.js';
import { wrongTokenKind } from './wrong-token-kind.js';

/** Every finding, by id. One line a finding. */
export const findingDefinitions: readonly FindingDefinition[] = [
  broaderThanNeeded,
  cronFieldSlip,
  deprecatedVersion,
  descriptionOnlyGrant,
  excessScope,
  hardcodedCredential,
  invalidRequest,
  limiterPerCall,
  limiterTooLoose,
  loopWithoutDelay,
  missingScope,
  policy,
  rateLimitAtRisk,
  rateLimitExceeded,
  retryAfterIgnored,
  retryWithoutBackoff,
  schedulesAligned,
  scopeWithoutOperations,
  suppression,
  unattributedLoad,
  unboundedFanOut,
  undocumentedScope,
  unhandled429,
  unknownOperation,
  unknownScope,
  unresolvedUrl,
  wrongMethod,
  wrongTokenKind,
];
