import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tsParser from '@typescript-eslint/parser';
import { ESLint, RuleTester, type Linter } from 'eslint';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import plugin from '../../rules/index.js';
import { fixFindings } from '../../src/cli/fix.js';
import { findingDefinitions } from '../../src/findings/index.js';
import { scan } from '../../src/session.js';
import { copyExample } from '../session/repository.js';
import { placesIn, reportedIn, writeUnder, type Place } from './linting.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-rules-')));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const strict = plugin.configs.strict as unknown as Linter.Config;
const typescript: Linter.Config = {
  files: ['**/*.ts'],
  languageOptions: { parser: tsParser },
};

const eslint = (...more: Linter.Config[]) =>
  new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [strict, typescript, ...more] });

const write = (file: string, text: string): void => writeUnder(root, file, text);
const linted = async (linter = eslint()): Promise<Place[]> => placesIn(root, await linter.lintFiles(['.']));
const reported = (): Place[] => reportedIn(root);

describe('the plugin', () => {
  test('has a rule for each finding in code, with what editors show of it', () => {
    const ids = findingDefinitions.filter((d) => d.scope === 'file').map((d) => d.id);
    expect(Object.keys(plugin.rules).sort()).toEqual([...ids].sort());
    for (const [id, rule] of Object.entries(plugin.rules)) {
      const page = readFileSync(fileURLToPath(rule.meta.docs?.url ?? ''), 'utf8');
      expect(page.startsWith(`# ${id}\n`)).toBe(true);
      expect(rule.meta.schema).toEqual([]);
      expect(Object.keys(rule.meta.messages).length).toBeGreaterThan(0);
    }
  });

  test('recommended has what is on by default; strict has all as errors', () => {
    const { recommended } = plugin.configs;
    expect(recommended.rules?.['leastscope/missing-scope']).toBe('error');
    expect(recommended.rules).not.toHaveProperty('leastscope/excess-scope');
    expect(recommended.rules).not.toHaveProperty('leastscope/unresolved-url');
    expect(new Set(Object.values(plugin.configs.strict.rules ?? {}))).toEqual(new Set(['error']));
    expect(plugin.meta.version).toBe(createRequire(import.meta.url)('../../package.json').version);
  });

  test('knows its files where they are linted under another name', async () => {
    copyExample(root);
    const renamed: Linter.Config = {
      plugins: { mine: plugin as unknown as ESLint.Plugin },
      rules: { 'mine/missing-scope': 'error' },
    };
    const linter = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [typescript, renamed] });
    const [result] = await linter.lintFiles(['src/requests/comments.ts']);
    expect(result?.messages.map((m) => m.ruleId)).toEqual(['mine/missing-scope']);
  });
});

describe('findings are those of the command', () => {
  test('on the example service', async () => {
    copyExample(root);
    appendFileSync(path.join(root, 'leastscope.config.yaml'), '\nrules: { unresolved-url: warn }\n');
    const found = await linted();
    expect(found).toEqual(reported());
    expect(found.filter((f) => f.rule === 'missing-scope')).toHaveLength(2);
  });

  test('whatever the parser, with a byte order mark and long lines of other scripts', async () => {
    write('leastscope.config.yaml', smallConfig);
    write(
      'a.js',
      `\uFEFF/* ü😀 */ fetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints', { method: 'POST' });\n`,
    );
    write(
      'b.ts',
      `const x = '😀' as string; export const b = () => fetch(\n'https://app.onetrust.com/api/consentmanager/v1/collectionpoints',\n{ method: 'POST' });\n`,
    );
    const found = await linted();
    expect(found).toEqual(reported());
    expect(found.map((f) => f.file)).toEqual(['a.js', 'b.ts']);
  });
});

const smallConfig = `
catalogs: [trust-platform]
credentials:
  app:
    provider: trust-platform
    grants: [CONSENT_READ]
    match: { files: ['**'] }
`;
const client = (method: string) =>
  `export const points = () => 0;\nexport const call = (path) => fetch('https://app.onetrust.com/api/consentmanager' + path, { method: '${method}' });\n`;
const caller =
  "import { call } from './client.js';\nexport const list = () => call('/v1/collectionpoints');\n";

describe('in an editor', () => {
  beforeEach(() => {
    write('leastscope.config.yaml', smallConfig);
    write('client.js', client('GET'));
    write('caller.js', caller);
  });

  /** As editors do: another ESLint each time, in one process. */
  async function lintText(file: string, text: string): Promise<string[]> {
    const [result] = await eslint().lintText(text, { filePath: path.join(root, file) });
    return (result?.messages ?? []).map((m) => m.message);
  }
  const missing = [expect.stringContaining('needs CONSENT')];

  test('an edit that was not saved counts in the files that depend on it, and so does taking it back', async () => {
    expect(await lintText('caller.js', caller)).toEqual([]);
    await lintText('client.js', client('POST'));
    expect(await lintText('caller.js', caller)).toEqual(missing);
    await lintText('client.js', client('GET'));
    expect(await lintText('caller.js', caller)).toEqual([]);
  });

  test('a file that changes on disk counts at the next look', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await lintText('caller.js', caller)).toEqual([]);
    write('client.js', client('POST'));
    utimesSync(path.join(root, 'client.js'), 1, 1);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await lintText('caller.js', caller)).toEqual(missing);
    write('leastscope.config.yaml', smallConfig.replace('[CONSENT_READ]', '[CONSENT_READ, CONSENT]'));
    vi.setSystemTime(Date.now() + 60_000);
    expect(await lintText('caller.js', caller)).toEqual([]);
  });

  test('one instance that lives long sees the same', async () => {
    const linter = eslint();
    const messages = async (file: string, text: string): Promise<string[]> => {
      const [result] = await linter.lintText(text, { filePath: path.join(root, file) });
      return (result?.messages ?? []).map((m) => m.message);
    };
    expect(await messages('caller.js', caller)).toEqual([]);
    await messages('client.js', client('POST'));
    expect(await messages('caller.js', caller)).toEqual(missing);
    expect(await messages('caller.js', caller.replace('call(', 'String('))).toEqual([]);
  });

  test('texts that were not saved are kept for the files asked about last', async () => {
    const linter = eslint();
    const others = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++)
        await linter.lintText(`export const n = ${i};\n`, { filePath: path.join(root, `other-${i}.js`) });
    };
    await lintText('client.js', client('POST'));
    await others(10);
    expect(await lintText('caller.js', caller)).toEqual(missing);
    await others(45);
    expect(await lintText('caller.js', caller)).toEqual([]);
  });

  test('what is saved elsewhere wins over an older text that was not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await lintText('client.js', client('POST'));
    expect(await lintText('caller.js', caller)).toEqual(missing);
    write('client.js', `${client('GET')}// saved\n`);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await lintText('caller.js', caller)).toEqual([]);
  });

  test('files that are not there yet, and texts without a file', async () => {
    expect(await lintText('new/one.js', caller.replace('./', '../').replace("call('", "call('"))).toEqual([]);
    expect(
      await lintText(
        'new.js',
        client('POST').replace('(path)', '()').replace('+ path', "+ '/v1/collectionpoints'"),
      ),
    ).toEqual(missing);
    const [result] = await eslint().lintText(client('POST'));
    expect(result?.messages).toEqual([]);
  });

  test('comments of ESLint switch it off', async () => {
    const direct = (comment: string) =>
      `${comment}\nfetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints', { method: 'POST' });\n`;
    expect(await lintText('x.js', direct(''))).toEqual(missing);
    expect(
      await lintText('x.js', direct('// eslint-disable-next-line leastscope/missing-scope -- asked for')),
    ).toEqual([]);
  });
});

describe('suggestions', () => {
  const old =
    "export const get = () => fetch(\n  'https://app.onetrust.com/api/consentmanager/v2/datasubjects?page=1',\n);\n";
  const suggested = async (text: string) => {
    const [result] = await eslint().lintText(text, { filePath: path.join(root, 'a.js') });
    const suggestions = (result?.messages ?? []).flatMap((m) => m.suggestions ?? []);
    return suggestions.map(({ desc, fix }) => ({
      desc,
      after: text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]),
    }));
  };

  test('are the edits that the command makes in the same file, also when the code has moved since', async () => {
    write('leastscope.config.yaml', smallConfig);
    write('a.js', old);
    const first = await suggested(old);
    expect(first.map(({ desc }) => desc)).toEqual([
      'move GET /v2/datasubjects to GET /v4/datasubjects/details (identifier is required in v4)',
    ]);
    const result = scan({ cwd: root, paths: ['.'], cache: false, minConfidence: 'medium' });
    fixFindings(result, root, [], { fix: true, fixUnsafe: true, minConfidence: 'medium' });
    expect(readFileSync(path.join(root, 'a.js'), 'utf8')).toBe(first[0]?.after);
    write('a.js', old);
    const moved = await suggested(`// moved\n\n${old}`);
    expect(moved.map(({ after }) => after)).toEqual([`// moved\n\n${first[0]?.after}`]);
  });

  test('of other findings there are none', async () => {
    write('leastscope.config.yaml', smallConfig);
    expect(
      await suggested(client('POST').replace('(path)', '()').replace('+ path', "+ '/v1/collectionpoints'")),
    ).toEqual([]);
    const having = Object.entries(plugin.rules).filter(([, rule]) => rule.meta.hasSuggestions === true);
    expect(having.map(([id]) => id)).toEqual(['deprecated-version']);
  });
});

test('a config with a mistake says where it is', async () => {
  write('leastscope.config.yaml', 'credentials: 5\n');
  write('a.js', 'fetch("/x");\n');
  await expect(eslint().lintFiles(['.'])).rejects.toThrow(/leastscope\.config\.yaml:1/);
});

test('settings name the config', async () => {
  write('conf/other.yaml', smallConfig);
  write('a.js', client('POST').replace('(path)', '()').replace('+ path', "+ '/v1/collectionpoints'"));
  expect(await linted()).toEqual([]);
  const settings: Linter.Config = { settings: { leastscope: { config: 'conf/other.yaml' } } };
  expect((await linted(eslint(settings))).map((f) => f.rule)).toEqual(['missing-scope']);
});

describe('with the RuleTester', () => {
  // It lints where the process is when it is made.
  const before = process.cwd();
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-tester-')));
  const filename = path.join(folder, 'virtual.js');
  process.chdir(folder);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  RuleTester.describe = describe;
  RuleTester.it = test;
  const at = "fetch('https://app.onetrust.com/api/consentmanager/v1/collectionpoints'";
  new RuleTester().run('wrong-method', plugin.rules['wrong-method'] as never, {
    valid: [`${at});`, "cache.delete('/v1/collectionpoints');"].map((code) => ({
      code,
      filename: 'virtual.js',
    })),
    invalid: [{ code: `${at}, { method: 'DELETE' });`, filename, errors: 1 }],
  });
  process.chdir(before);
});
