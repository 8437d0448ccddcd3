import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashText } from '../../src/cache/hash.js';
import { readConfig } from '../../src/config/read-config.js';
import type { ModuleSummary } from '../../src/model/module-summary.js';
import { createAnswers, type Surroundings } from '../../src/session/answers.js';
import { movedOffsets } from '../../src/session/moved.js';
import { catalogsFor } from '../../src/session/setup.js';
import type { Versions } from '../../src/session/versions.js';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { readFixtures } from '../support/fixture-project.js';

const config = `catalogs: [trust-platform]
servers: { trust-platform: ["https://api.example.com", "https://api.acme.test", "env:OT_BASE"] }
credentials: { app: { provider: trust-platform, grants: [], match: { files: ["**"] } } }
rules: { unresolved-url: warn, undocumented-scope: warn }
`;

const nothing = { data: [], packageFiles: [], pathConfigs: [], links: [] };
let root: string;
let around: Surroundings;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-answers-')));
  writeFileSync(path.join(root, 'leastscope.config.yaml'), config);
  const read = readConfig({ cwd: root });
  around = { config: read, catalogs: catalogsFor(undefined, read, root), ...nothing };
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Undefined where a text holds no code: a component without a script. */
function lowered(file: string, text: string): ModuleSummary | undefined {
  const summary = lowerFile(file, text);
  if (summary && 'failed' in summary) throw new Error(`${file}: ${summary.failed}`);
  return summary;
}

type Summaries = ReadonlyMap<string, ModuleSummary | undefined>;

const summariesOf = (files: ReadonlyMap<string, string>): Summaries =>
  new Map([...files].filter(([f]) => !f.endsWith('.json')).map(([f, text]) => [f, lowered(f, text)]));

const versionsOf = (summaries: Summaries): Versions =>
  new Map(
    [...summaries].map(([file, summary]) => [
      file,
      {
        hash: hashText(JSON.stringify(summary ?? null)),
        summary: () => summary,
        isKept: () => true,
        isRead: () => true,
      },
    ]),
  );

function moved(before: string, after: string) {
  const [was, is] = [lowered('a.ts', before), lowered('a.ts', after)];
  return was && is && movedOffsets(was, is);
}

describe('offsets that moved', () => {
  const code = "import { x } from './y';\nexport const f = (p: string) => { if (p) fetch(x + p); };\n";

  test.each([
    ['a comment above', `// new\n${code}`],
    ['blank lines and spaces within', `\n\n${code.replace('if (p)', '  if ( p ) ')}`],
    ['a comment at the end', `${code}// end`],
    ['other quotes', code.replaceAll("'", '"')],
  ])('are known after %s', (_what, after) => {
    const to = moved(code, after);
    expect(to?.start(code.indexOf('fetch'))).toBe(after.indexOf('fetch'));
    expect(to?.end(code.indexOf('p); }') + 2)).toBe(after.indexOf('p); }') + 2);
  });

  test.each(['clients', 'values'])('are known of all code after a line more above: %s', (folder) => {
    for (const { name, files } of readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)))
      for (const [file, text] of files) {
        const [was, is] = [lowered(file, text), lowered(file, `\n${text}`)];
        if (!/\.[cm]?[jt]sx?$/.test(file) || !was || !is) continue;
        const to = movedOffsets(was, is);
        expect([name, file, to !== undefined]).toEqual([name, file, true]);
        for (const { at } of was.calls)
          expect([to?.start(at[0]), to?.end(at[1])]).toEqual(at.map((x) => x + 1));
      }
  });

  test.each([
    ['another name', code.replaceAll('p', 'q')],
    ['another text', code.replace('./y', './z')],
    ['a call more', code.replace('fetch(', 'g(); fetch(')],
    ['other order', "export const f = (p: string) => { if (p) fetch(x + p); };\nimport { x } from './y';\n"],
    ['a line that was broken', code.replace('fetch(x', 'fetch(\nx')],
  ])('are not after %s', (_what, after) => {
    expect(moved(code, after)).toBeUndefined();
  });

  test('comments that address leastscope keep their distance', () => {
    const marked = `${code}// leastscope-disable-next-line missing-scope -- asked for\nfetch(x);\n`;
    expect(moved(marked, `\n${marked}`)).toBeDefined();
    expect(moved(marked, marked.replace('\nfetch', '\n\nfetch'))).toBeUndefined();
  });
});

const fixtures = ['clients', 'values'].flatMap((folder) =>
  readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)),
);
const inserted = [
  '\n',
  ' ',
  '\n\n',
  '// note\n',
  '/* note */',
  'x',
  '(',
  "'/v1'",
  ';',
  '// leastscope-disable-next-line missing-scope -- x\n',
];
const edit = fc.record({
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  atLine: fc.boolean(),
  remove: fc.constantFrom(0, 0, 0, 1, 4),
  insert: fc.constantFrom(...inserted),
});

test('after any edits the answers are those of an analysis from the start', () => {
  let onlyMoved = 0;
  let findings = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      ({ files }, edits, looksNear) => {
        const answers = createAnswers(root, undefined, looksNear ? () => true : undefined);
        let summaries = summariesOf(files);
        const texts = new Map([...files].filter(([file]) => summaries.has(file)));
        const names = [...texts.keys()];
        for (const file of names) answers.of(file, versionsOf(summaries), around);
        for (const { file: n, at, atLine, remove, insert } of edits) {
          const file = names[n % names.length] ?? '';
          const text = texts.get(file) ?? '';
          const offset = Math.floor(at * text.length);
          const start = atLine ? text.lastIndexOf('\n', offset) + 1 : offset;
          const next = text.slice(0, start) + insert + text.slice(start + remove);
          const summary = lowered(file, next);
          const old = summaries.get(file);
          if (old && summary && movedOffsets(old, summary)) onlyMoved++;
          texts.set(file, next);
          summaries = new Map(summaries).set(file, summary);
          const fresh = createAnswers(root);
          const versions = versionsOf(summaries);
          for (const name of names) {
            const answer = answers.of(name, versions, around);
            findings += answer.length;
            expect(answer).toEqual(fresh.of(name, versionsOf(summaries), around));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(onlyMoved).toBeGreaterThan(20);
  expect(findings).toBeGreaterThan(20);
}, 120_000);

test('a file that can hold no finding asks for no analysis, and is asked of all others again', () => {
  const answers = createAnswers(root);
  const call =
    "import { base } from './base.js';\nfetch('https://api.example.com/' + base + '/v1/collectionpoints');\n";
  const first = summariesOf(
    new Map([
      ['a.ts', call],
      ['base.ts', "export const base = 'api/consentmanager';\n"],
    ]),
  );
  expect(answers.of('a.ts', versionsOf(first), around)).not.toEqual([]);
  const types = new Map(first).set('base.ts', lowered('base.ts', 'export type Base = string;\n'));
  expect(answers.of('base.ts', versionsOf(types), around)).toEqual([]);
  expect(answers.of('a.ts', versionsOf(types), around)).toEqual(
    createAnswers(root).of('a.ts', versionsOf(types), around),
  );
  expect(answers.of('a.ts', versionsOf(types), around)).not.toEqual(
    answers.of('a.ts', versionsOf(first), around),
  );
});
