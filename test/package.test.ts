import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtCommand, root } from './support/built.js';

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** Installing asks the registry for what the package depends on. */
const patience = 300_000;

let folder: string;
let tarball: string;

beforeAll(() => {
  builtCommand();
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-package-'));
  // It is built already, and building it again would pull it from under the tests that run it.
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  tarball = path.join(folder, JSON.parse(packed.toString())[0].filename);
}, patience);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('what is published is what package.json promises (publint)', async () => {
  const bytes = readFileSync(tarball);
  const { messages } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
});

test('types resolve wherever the code does (attw)', () => {
  const attw = path.join(root, 'node_modules/.bin/attw');
  const ran = spawnSync(attw, [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color'], {
    encoding: 'utf8',
  });
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
});

test('the tarball holds what runs, what is known, and nothing of how it was made', () => {
  const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
  const tops = [...new Set(listed.filter(Boolean).map((file) => file.split('/')[1]))].sort();
  expect(tops).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'data',
    'dist',
    'docs',
    'package.json',
    'schema',
  ]);
  expect(listed).toContain('package/data/trust-platform/catalog.json');
});

describe('installed in an empty folder', () => {
  const leastscope = (...args: string[]) => {
    const ran = spawnSync(path.join(folder, 'app/node_modules/.bin/leastscope'), args, {
      cwd: path.join(folder, 'app'),
      encoding: 'utf8',
    });
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  };

  beforeAll(() => {
    const app = path.join(folder, 'app');
    execFileSync('mkdir', [app]);
    writeFileSync(path.join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }\n');
    writeFileSync(
      path.join(app, 'app.js'),
      "await fetch(process.env.OT_BASE_URL + '/api/consentmanager/v2/purposes');\n",
    );
    execFileSync('npm', ['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: app,
      stdio: 'pipe',
    });
  }, patience);

  test('the command runs', () => {
    expect(leastscope('--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
    expect(leastscope('catalog').stdout).toMatch(/^trust-platform {2}Trust Platform: 32 scopes/m);
  });

  test('it analyzes code', () => {
    const { code, stdout, stderr } = leastscope('scan', '--format', 'json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).requests).toMatchObject([
      {
        file: 'app.js',
        line: 1,
        methods: ['GET'],
        operation: 'GET /v2/purposes',
        security: [['CONSENT_READ']],
      },
    ]);
  });

  test('both entries can be imported, and the plugin required', () => {
    const script = [
      "import { createRequire } from 'node:module';",
      "const { reporters } = await import('leastscope');",
      "const { default: plugin } = await import('leastscope/eslint');",
      "const required = createRequire(import.meta.url)('leastscope/eslint');",
      'console.log(JSON.stringify([reporters.length > 1, plugin.meta.name, required === plugin]));',
    ].join('\n');
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: path.join(folder, 'app'),
      encoding: 'utf8',
    });
    expect(JSON.parse(out)).toEqual([true, 'leastscope', true]);
  });
});

describe('the README', () => {
  const commands = [...readme.matchAll(/^```sh\n([^`]*)```/gm)].slice(0, 2).map((block) => block[1]?.trim());

  test('opens with two commands, each doing all of its set-up', () => {
    expect(commands).toEqual([
      'npm ci && npm run build && (cd examples/consent-sync && node ../../dist/src/cli/main.js scan --fail-on never)',
      'npm ci && npm test',
    ]);
    expect(manifest.scripts.test).toMatch(/^npm run build && /);
  });

  test('its test command is what CI runs', () => {
    const ci = readFileSync(path.join(root, '.ci/run'), 'utf8');
    expect(ci.trim().split('\n').at(-1)).toBe(commands[1]);
  });
});
