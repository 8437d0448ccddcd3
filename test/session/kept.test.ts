import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { createProjectSession } from '../../src/session.js';
import { readFixtures } from '../support/fixture-project.js';

const config = (grants: string): string => `catalogs: [trust-platform]
servers: { trust-platform: ["https://api.example.com", "https://api.acme.test", "env:OT_BASE"] }
credentials: { app: { provider: trust-platform, grants: [${grants}], match: { files: ["**"] } } }
`;
const client = `import { base } from './base.js';
import settings from './settings.json' with { type: 'json' };
fetch('https://api.example.com/' + base + '/v1/collectionpoints');
fetch(settings.host + '/api/consentmanager/v1/collectionpoints');
fetch('https://api.example.com/api/consentmanager/v1/datasubjects/profiles');
`;

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-kept-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** What a process says that has just started, of all these files. */
function asked(folder: string, files: readonly string[]): Record<string, readonly Finding[]> {
  const session = createProjectSession(folder);
  const here = files.filter((file) => existsSync(path.join(folder, file)));
  return Object.fromEntries(
    here.map((file) => {
      const absolute = path.join(folder, file);
      return [file, session.findingsOf(absolute, readFileSync(absolute, 'utf8'))];
    }),
  );
}

const keptIn = (folder: string): string[] => {
  const cache = path.join(folder, '.leastscope/cache');
  return existsSync(cache)
    ? readdirSync(cache)
        .filter((name) => name.endsWith('.answer'))
        .map((name) => path.join(cache, name))
    : [];
};

function start(): void {
  write(root, 'leastscope.config.yaml', config(''));
  write(root, 'a.ts', client);
  write(root, 'base.ts', "export const base = 'api/consentmanager';\n");
  write(root, 'settings.json', '{ "host": "https://api.example.com" }');
}

const files = ['a.ts', 'base.ts'];

test('a second process takes what the first one found', () => {
  start();
  const first = asked(root, files);
  expect(first['a.ts']).not.toEqual([]);
  const [kept = ''] = keptIn(root);
  expect(keptIn(root)).toHaveLength(1);
  expect(asked(root, files)).toEqual(first);
  // Nothing but the file itself says whether it was read: what is written in it comes back.
  const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');
  const content = readFileSync(kept, 'utf8').slice(checksum('').length).replaceAll('missing-scope', 'marked');
  writeFileSync(kept, checksum(content) + content);
  expect(JSON.stringify(asked(root, files))).toContain('marked');
  writeFileSync(kept, `${checksum('another')}${content}`);
  expect(asked(root, files)).toEqual(first);
});

test('a process that goes on sees that imported data is another, gone, and back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  start();
  const session = createProjectSession(root);
  const now = (): number => {
    vi.setSystemTime(Date.now() + 60_000);
    const found = session.findingsOf(path.join(root, 'a.ts'), client);
    rmSync(path.join(root, '.leastscope'), { recursive: true, force: true });
    expect(found).toEqual(asked(root, files)['a.ts']);
    return found.length;
  };
  const all = now();
  write(root, 'settings.json', '{ "host": "https://elsewhere.example.net" }');
  expect(now()).toBe(all - 1);
  unlinkSync(path.join(root, 'settings.json'));
  now();
  start();
  expect(now()).toBe(all);
  vi.useRealTimers();
});

test.each([
  ['the config', () => write(root, 'leastscope.config.yaml', config('COOKIE'))],
  ['imported data', () => write(root, 'settings.json', '{ "host": "https://elsewhere.example.net" }')],
  ['data that is gone', () => unlinkSync(path.join(root, 'settings.json'))],
  ['an imported module', () => write(root, 'base.ts', "export const base = 'api/other';\n")],
  [
    'a file more',
    () => write(root, 'b.ts', "fetch('https://api.example.com/api/consentmanager/v2/purposes');\n"),
  ],
  ['a path setting', () => write(root, 'tsconfig.json', '{ "compilerOptions": { "paths": {} } }')],
  [
    'a package of the project that was linked',
    () => {
      mkdirSync(path.join(root, 'node_modules'));
      symlinkSync('../packages/one', path.join(root, 'node_modules/one'));
    },
  ],
])('%s counts for what is kept', (what, change) => {
  start();
  asked(root, files);
  change();
  const answer = asked(root, [...files, 'b.ts']);
  // Data that code imports is looked at when an answer is found, and replaces it.
  expect(keptIn(root)).toHaveLength(what.includes('data') ? 1 : 2);
  rmSync(path.join(root, '.leastscope'), { recursive: true });
  expect(answer).toEqual(asked(root, [...files, 'b.ts']));
});

test('texts that were not saved are not kept', () => {
  start();
  createProjectSession(root).findingsOf(path.join(root, 'a.ts'), `${client}fetch('/more');\n`);
  expect(keptIn(root)).toEqual([]);
});

test('few states of a project are kept', () => {
  start();
  for (let i = 0; i < 12; i++) {
    write(root, 'base.ts', `export const base = 'api/${i}';\n`);
    asked(root, files);
  }
  expect(keptIn(root)).toHaveLength(8);
});

const fixtures = ['clients', 'values'].flatMap((folder) =>
  readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)),
);
const inserted = ['\n', '// note\n', 'x', '(', "'/v1'", ';', '', ''];
const edit = fc.record({
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.constantFrom(0, 1, 4),
  insert: fc.constantFrom(...inserted),
  undo: fc.boolean(),
});

test('whatever was saved, a process that starts says what one without anything kept says', () => {
  let findings = 0;
  let found = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      (fixture, edits) => {
        const [kept, bare] = ['kept', 'bare'].map((name) => path.join(root, name)) as [string, string];
        for (const folder of [kept, bare]) {
          rmSync(folder, { recursive: true, force: true });
          write(folder, 'leastscope.config.yaml', config(''));
          for (const [file, text] of fixture.files) write(folder, file, text);
          // Whatever the fixture is, there is something to say.
          write(
            folder,
            'own.ts',
            "fetch('https://api.example.com/api/consentmanager/v1/collectionpoints');\n",
          );
        }
        const names = [...fixture.files.keys()];
        const code = [...names.filter((file) => !file.endsWith('.json')), 'own.ts'];
        const texts = new Map(fixture.files);
        for (const { file: n, at, remove, insert, undo } of edits) {
          const file = names[n % names.length] ?? '';
          const before = texts.get(file) ?? '';
          const offset = Math.floor(at * before.length);
          const next = before.slice(0, offset) + insert + before.slice(offset + remove);
          for (const text of undo ? [next, before] : [next]) {
            texts.set(file, text);
            for (const folder of [kept, bare]) write(folder, file, text);
            rmSync(path.join(bare, '.leastscope'), { recursive: true, force: true });
            const states = keptIn(kept).length;
            const answer = asked(kept, code);
            if (keptIn(kept).length === states && states > 0) found++;
            findings += Object.values(answer).flat().length;
            const expected = asked(bare, code);
            expect(answer).toEqual(expected);
            expect(asked(kept, code)).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(findings).toBeGreaterThan(5);
  expect(found).toBeGreaterThan(0);
}, 120_000);
