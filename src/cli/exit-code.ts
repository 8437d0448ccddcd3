import { confidenceRank } from '../model/finding.js';
import type { Confidence } from '../model/finding.js';
import type { Report } from '../model/report.js';

export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const failLevels = ['error', 'warn', 'never'] as const;
export type FailOn = (typeof failLevels)[number];

/** 1 when a finding that people are shown is at least as severe as `failOn`, else 0. */
export function exitCodeFor(report: Report, failOn: FailOn, minConfidence: Confidence): ExitCode {
  const fails = report.findings.some(
    (finding) =>
      confidenceRank[finding.confidence] >= confidenceRank[minConfidence] &&
      (failOn === 'warn' || (failOn === 'error' && finding.severity === 'error')),
  );
  return fails ? exitCodes.findings : exitCodes.clean;
}
