import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint, type Linter } from 'eslint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import plugin from '../../rules/index.js';
import { docs, pageOf, readPage, ruleNames, ruleTable, withHead, type Example } from './pages.js';

// `npx vitest run test/rules/docs.test.ts -u` writes what is generated.

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-docs-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test('one page a rule, and none besides', () => {
  expect(readdirSync(path.join(docs, 'rules')).sort()).toEqual(ruleNames.map((rule) => `${rule}.md`));
  for (const rule of ruleNames)
    expect(fileURLToPath(plugin.rules[rule]?.meta.docs?.url ?? ''), rule).toBe(pageOf(rule));
});

test('the table of rules', async () => {
  const file = path.join(docs, 'eslint.md');
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split('<!-- rules -->\n');
  const [, after] = rest.split('<!-- end of rules -->');
  expect(after).toBeDefined();
  const page = `${before}<!-- rules -->\n${ruleTable()}\n<!-- end of rules -->${after}`;
  await expect(page).toMatchFileSnapshot(file);
});

/** What the linter reports in an example, by rule and line. */
async function lint({ files }: Example): Promise<string[]> {
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const linter = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: plugin.configs.strict as unknown as Linter.Config,
  });
  return (await linter.lintFiles(['.'])).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line }) =>
      ruleId === null
        ? message
        : `${ruleId.replace('leastscope/', '')} ${path.relative(root, filePath)}:${line}`,
    ),
  );
}

describe.each(ruleNames)('%s', (rule) => {
  test('begins with what follows from the rule', async () => {
    await expect(withHead(rule)).toMatchFileSnapshot(pageOf(rule));
  });

  // It takes more code than a page has room for.
  test.skipIf(rule === 'unattributed-load')('what is marked is reported, and nothing else', async () => {
    const { incorrect } = readPage(rule);
    expect(incorrect.reported).not.toEqual([]);
    const found = await lint(incorrect);
    expect(found.filter((one) => one.startsWith(`${rule} `)).sort()).toEqual(
      incorrect.reported.map((place) => `${rule} ${place}`).sort(),
    );
  });

  test('what is correct is', async () => {
    const { correct } = readPage(rule);
    expect(correct.reported).toEqual([]);
    const others = /^undocumented-scope /;
    expect((await lint(correct)).filter((one) => one.startsWith(rule) || !others.test(one))).toEqual([]);
  });
});
