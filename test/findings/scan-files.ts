import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Report, ReportFinding } from '../../src/model/report.js';
import { scan } from '../../src/session.js';

/** The findings of a project that exists for the moment: texts by path. */
export const scanFiles = (files: Readonly<Record<string, string>>): readonly ReportFinding[] =>
  reportOf(files).findings;

/** The report of such a project. */
export function reportOf(files: Readonly<Record<string, string>>): Report {
  const cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-findings-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      writeFileSync(path.join(cwd, file), text);
    }
    return scan({ cwd, paths: [], cache: false, minConfidence: 'low' }).report;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** A config with one credential for everything, with these grants and lines at its end. */
export const configWith = (grants: readonly string[], more = ''): string => `catalogs: [trust-platform]
servers:
  trust-platform: ['https://api.example.com', 'env:OT_BASE']
credentials:
  app:
    provider: trust-platform
    environment: production
    account: main
    grants: [${grants.join(', ')}]
    match:
      files: ['**']
${more}`;

/** Rule, line and message of the findings of one file of code under a config. */
export function findingsOf(code: string, grants: readonly string[], more = ''): string[] {
  const found = scanFiles({ 'a.ts': code, 'leastscope.config.yaml': configWith(grants, more) });
  return found.map((f) => `${f.rule} ${f.file === 'a.ts' ? `line ${f.line}` : f.file}: ${f.message}`);
}

/** A call that reaches the provider for sure. */
export const call = (method: string, apiPath: string, headers = ''): string =>
  `await fetch('https://api.example.com${apiPath}', { method: '${method}'${headers ? `, headers: { ${headers} }` : ''} });`;
