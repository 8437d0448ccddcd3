import type { FindingDefinition } from './finding-definition.js';

/** Comments that are meant to suppress findings and don't. Judged after all other findings, in `suppress`. */
export const suppression: FindingDefinition = {
  id: 'suppression',
  description: 'A comment that is meant to suppress a finding has no effect.',
  severity: 'warn',
  scope: 'file',
  messages: {
    unused: 'Nothing is left to suppress here for {rule}. Remove the comment.',
    expired: 'This suppression of {rule} ended on {until}.',
    noReason: 'This suppression has no effect without a reason. Write " -- " and the reason at its end.',
    noRule: 'This suppression names no finding.',
    unknownRule: 'This suppression names {rule}, which is no finding.{hint}',
    badDate: 'This suppression has no effect: "{until}" is not a date such as 2027-01-31.',
    unknownForm: '"{form}" is not known. Write leastscope-disable-line or leastscope-disable-next-line.',
  },
  check: () => [],
};
