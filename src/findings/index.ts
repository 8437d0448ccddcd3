import { excessScope } from './excess-scope.js';
import type { FindingDefinition } from './finding-definition.js';
import { missingScope } from './missing-scope.js';

/** Every finding, by id. One line a finding. */
export const findingDefinitions: readonly FindingDefinition[] = [excessScope, missingScope];
