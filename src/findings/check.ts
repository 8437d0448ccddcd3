import type { Facts } from '../model/analysis.js';
import type { Finding } from '../model/finding.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { findingDefinitions } from './index.js';

/** All findings that the config leaves on, each once, in the order of files and places. */
export function checkFacts(
  facts: Facts,
  definitions: readonly FindingDefinition[] = findingDefinitions,
): Finding[] {
  const findings = definitions.flatMap((definition) => {
    const configured = facts.config.rules[definition.id];
    const severity = configured ?? definition.severity;
    return severity === 'off'
      ? []
      : [...definition.check(facts)].map((o) =>
          toFinding(definition, configured === undefined ? (o.severity ?? severity) : severity, o),
        );
  });
  // One place is several requests where several credentials or methods are possible.
  const distinct = new Map(
    findings.map((f) => [
      `${f.rule}\0${f.primary.file}\0${f.primary.start}\0${f.primary.end}\0${f.message}`,
      f,
    ]),
  );
  return [...distinct.values()].sort(compareFindings);
}

/** An occurrence with its rule, severity and sentence. */
export function toFinding(
  definition: FindingDefinition,
  severity: Finding['severity'],
  o: Occurrence,
): Finding {
  return {
    rule: definition.id,
    severity,
    confidence: o.confidence,
    messageId: o.messageId,
    data: o.data,
    message: sentence(definition.messages[o.messageId] ?? o.messageId, o.data),
    primary: o.primary,
    related: o.related ?? [],
    scope: o.scope ?? definition.scope,
  };
}

/** By file, place, rule and message. */
export const compareFindings = (a: Finding, b: Finding): number =>
  compare(a.primary.file, b.primary.file) ||
  a.primary.start - b.primary.start ||
  compare(a.rule, b.rule) ||
  compare(a.message, b.message);

const sentence = (template: string, data: Finding['data']): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
