import type { Facts } from '../model/analysis.js';
import type { Finding } from '../model/finding.js';
import type { FindingDefinition } from './finding-definition.js';
import { findingDefinitions } from './index.js';

/** All findings that the config leaves on, in the order of files and places. */
export function checkFacts(facts: Facts, definitions: readonly FindingDefinition[] = findingDefinitions): Finding[] {
  const findings: Finding[] = [];
  for (const definition of definitions) {
    const severity = facts.config.rules[definition.id] ?? definition.severity;
    if (severity === 'off') continue;
    for (const o of definition.check(facts)) {
      const message = sentence(definition.messages[o.messageId] ?? o.messageId, o.data);
      findings.push({
        rule: definition.id,
        severity,
        confidence: o.confidence,
        messageId: o.messageId,
        data: o.data,
        message,
        primary: o.primary,
        related: o.related ?? [],
        scope: definition.scope,
      });
    }
  }
  return findings.sort((a, b) => compare(a.primary.file, b.primary.file) || a.primary.start - b.primary.start || compare(a.rule, b.rule) || compare(a.message, b.message));
}

const sentence = (template: string, data: Finding['data']): string => template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
