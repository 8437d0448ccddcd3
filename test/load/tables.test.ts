import { describe, expect, it } from 'vitest';
import { reportOf } from './support/scan.js';

const get = `const get = async (path: string) => (await fetch('https://api.example.com' + path)).json();\n`;

describe('a table of paths', () => {
  it.each([
    [
      'of objects',
      `[{ path: '/users', every: 10_000 }, { path: '/items/1', every: 30_000 }]`,
      'job.path',
      'job.every',
    ],
    ['of pairs', `[['/users', 10_000], ['/items/1', 30_000]] as const`, 'job[0]', 'job[1]'],
  ])('%s: each line is sent at its own times', (_, jobs, path, every) => {
    const code = `const jobs = ${jobs};
for (const job of jobs) setInterval(() => void get(${path}), ${every});`;
    const { load } = reportOf(get + code);
    const of = (operation: string) => load.find((row) => row.operation === operation);
    expect(of('GET /users')).toMatchObject({ expected: 6, high: 6 });
    expect(of('GET /items/{id}')).toMatchObject({ expected: 2, high: 2 });
  });

  it('whose line is not known sends any of them', () => {
    const code = `const paths = ['/users', '/items/1'];
setInterval(() => void get(paths[Date.now() % 2]!), 10_000);`;
    const { load } = reportOf(get + code);
    expect(load.map(({ high }) => high)).toEqual([6, 6]);
  });
});
