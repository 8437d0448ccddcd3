import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { differences, marksOf, readFixtures } from '../support/fixture-project.js';

const root = path.join(import.meta.dirname, '../fixtures');

describe.each(['clients', 'values'])(
  'requests at the marked lines of fixtures/%s, and at no other',
  (folder) => {
    test.each(readFixtures(path.join(root, folder)).map((project) => [project.name, project] as const))(
      '%s',
      (_, project) => {
        expect(differences(project)).toEqual([]);
      },
    );
  },
);

describe('marks', () => {
  test('several requests, unknown methods and spaces', () => {
    expect(marksOf('a();\nb(); //=> GET /a/{id} | * /b')).toEqual(
      new Map([
        [
          2,
          [
            { methods: 'GET', url: '/a/{id}' },
            { methods: '*', url: '/b' },
          ],
        ],
      ]),
    );
  });

  test('a wrong method, a missing request and an unmarked one are all told', () => {
    const text = [
      "fetch('/a'); //=> POST /a",
      'other(); //=> GET /b',
      "fetch('/c');",
      "fetch('/d'); //=> GET /d",
    ].join('\n');
    expect(differences({ name: 'wrong', files: new Map([['x.ts', text]]) })).toEqual([
      'x.ts:1 wants POST /a, has GET /a',
      'x.ts:2 wants GET /b, has nothing',
      'x.ts:3 wants nothing, has GET /c',
    ]);
  });

  test('a hole without a name matches any, one with a name only its own', () => {
    const text = (url: string): string =>
      ['declare const id: string;', `fetch(\`https://a.test/x/\${id}\`); //=> GET ${url}`].join('\n');
    const differ = (url: string): number =>
      differences({ name: 'holes', files: new Map([['x.ts', text(url)]]) }).length;
    expect(['/x/{}', '/x/{id}', 'https://a.test/x/{id}', '/x/{other}', '/y/{}'].map(differ)).toEqual([
      0, 0, 0, 1, 1,
    ]);
  });
});
