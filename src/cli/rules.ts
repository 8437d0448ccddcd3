import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../catalog/read-package-root.js';
import { findingDefinitions } from '../findings/index.js';
import type { ReportRule } from '../report/reporter.js';

/** Every finding with what the documentation says of it. */
export function reportRules(): readonly ReportRule[] {
  const sections = helpById();
  return findingDefinitions.map(({ id, description, severity }) => ({
    id,
    description,
    severity,
    help: sections.get(id) ?? description,
  }));
}

/** The sections of the page on findings, by their headings. */
function helpById(): ReadonlyMap<string, string> {
  const page = readFileSync(path.join(packageRoot(), 'docs/findings.md'), 'utf8');
  const [, ...sections] = page.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [id = '', ...lines] = section.split('\n');
      return [id.trim(), lines.join('\n').trim()];
    }),
  );
}
