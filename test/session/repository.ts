import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scan, type ScanOptions } from '../../src/session.js';

export interface Repository {
  readonly root: string;
  readonly git: (...args: string[]) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
}

/** A repository of its own in a temporary folder, without the settings of whoever runs the tests. */
export function createRepository(): Repository {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-session-')));
  const git = gitIn(root);
  git('init', '-q', '-b', 'main');
  return {
    root,
    git,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function gitIn(cwd: string) {
  const identity = ['-c', 'user.email=a@example.com', '-c', 'user.name=A', '-c', 'commit.gpgsign=false'];
  return (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** A config with one credential for all files, which holds these scopes. */
export const config = (...grants: string[]): string =>
  `catalogs: [trust-platform]\ncredentials:\n  app:\n    provider: trust-platform\n    grants: [${grants.join(', ')}]\n    match: { files: ['**'] }\n`;

/** The example service, which has two errors in the files of `src/requests`. */
export function copyExample(root: string): void {
  cpSync(path.resolve(import.meta.dirname, '../../examples/consent-sync'), root, { recursive: true });
}

export interface Scanned {
  /** `rule file: message` of what a reader sees. */
  readonly findings: readonly string[];
  readonly requests: readonly string[];
  readonly notes: readonly string[];
}

export function scanned(root: string, options: Partial<ScanOptions> = {}): Scanned {
  const { report } = scan({ cwd: root, paths: [], cache: true, minConfidence: 'medium', ...options });
  return {
    findings: report.findings
      .filter((f) => f.confidence !== 'low')
      .map((f) => `${f.rule} ${f.file}:${f.line} ${f.message}`),
    requests: report.requests.map((r) => `${r.file} ${r.operation ?? r.url}`),
    notes: report.notes.map((n) => n.message),
  };
}

/** Calls that go beyond the grants, as the finding and the file. */
export const lacking = ({ findings }: Pick<Scanned, 'findings'>): string[] =>
  findings.filter((f) => f.startsWith('missing-scope')).map((f) => f.replace(/:.*/, ''));
