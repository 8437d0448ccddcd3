import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldersOf } from '../../src/session/folders.js';
import { builtCommand } from '../support/built.js';
import { leastscope } from './harness.js';

const main = builtCommand();
const patience = 60_000;

const config = (grants: string): string =>
  `catalogs: [trust-platform]\nservers: { trust-platform: ["env:OT_BASE"] }\ncredentials:\n  app: { provider: trust-platform, grants: [${grants}], match: { files: ["**"] } }\n`;
const call = (method: string): string =>
  `export const points = () => fetch(\`\${process.env.OT_BASE}/api/consentmanager/v1/collectionpoints\`, { method: '${method}' });\n`;

let cwd: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-watch-')));
});
afterEach(() => {
  child?.kill();
  child = undefined;
  rmSync(cwd, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
  writeFileSync(path.join(cwd, file), text);
}

/** Starts a watch; each call of the answer waits for one more run, and says what both streams got until then. */
function watching(...args: string[]): () => Promise<string> {
  const started = spawn(process.execPath, [main, '--watch', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let text = '';
  let heard: () => void = () => undefined;
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      heard();
    });
  const end = /watching \d+ folders?; Ctrl-C ends it\n/;
  return async () => {
    while (!end.test(text)) await new Promise<void>((resolve) => (heard = resolve));
    const said = text;
    text = '';
    return said;
  };
}

test(
  'runs again after each change, of code, of the config, of files in folders that are new',
  async () => {
    write('leastscope.config.yaml', config('CONSENT_READ'));
    write('src/a.js', call('GET'));
    const next = watching('--format', 'json:report.json', '--format', 'pretty');
    // Streams arrive in any order: the summary is asked for, not what stands where.
    expect(await next()).toContain('watching 2 folders');
    write('src/a.js', call('POST'));
    const wrong = await next();
    expect(wrong).toContain('changed: src/a.js');
    expect(wrong).toContain('missing-scope');
    write('leastscope.config.yaml', config('CONSENT, CONSENT_READ'));
    expect(await next()).not.toContain('missing-scope');
    write('leastscope.config.yaml', 'credentials: [');
    expect(await next()).toMatch(/^error: leastscope\.config\.yaml:1/m);
    write('leastscope.config.yaml', config('CONSENT_READ'));
    expect(await next()).toContain('missing-scope');
    write('lib/b.js', '');
    await next();
    write('lib/b.js', call('PUT'));
    expect(await next()).toContain('changed: lib/b.js');
  },
  patience,
);

test('which folders count', () => {
  write('leastscope.config.yaml', 'exclude: ["out/**"]\n');
  write('src/deep/a.ts', '');
  write('out/b.ts', '');
  write('node_modules/x/index.js', '');
  const options = { cwd, paths: ['.'], cache: true, minConfidence: 'medium' } as const;
  expect(foldersOf(options).map((folder) => path.relative(cwd, folder))).toEqual(['', 'src', 'src/deep']);
});

test.each(['--staged', '--update-baseline', '--fix'])('not with %s', async (other) => {
  const { code, stderr } = await leastscope(['--watch', other, '--baseline', 'known.json']);
  expect(code).toBe(2);
  expect(stderr).toContain(`--watch does not go with ${other}`);
});
