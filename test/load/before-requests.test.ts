import { describe, expect, it } from 'vitest';
import { reportOf } from './support/scan.js';
import type { ReportLoad } from '../../src/model/report.js';

const axios = `import axios from 'axios';
const api = axios.create({ baseURL: 'https://api.example.com' });
const auth = axios.create({ baseURL: 'https://api.example.com' });
`;
const rows = (code: string): { users: ReportLoad | undefined; items: ReportLoad | undefined } => {
  const { load } = reportOf(code, '', '', '  latency: { min: 80ms, expected: 100ms, max: 120ms }\n');
  const of = (operation: string): ReportLoad | undefined => load.find((row) => row.operation === operation);
  return { users: of('GET /users'), items: of('GET /items/{id}') };
};

/** Every five seconds; what is sent after something else may be later by as much as that takes. */
describe('what a client does before each of its requests', () => {
  it('interceptors send their requests as often, and requests wait for them', () => {
    const { users, items } = rows(`${axios}
api.interceptors.request.use(async (config) => { await auth.get('/users'); return config; });
setInterval(async () => { await api.get('/items/1'); }, 5000);`);
    expect(users).toMatchObject({ expected: 12, high: 12 });
    expect(items).toMatchObject({ expected: 12, high: 13 });
  });

  it('interceptors of another client are not run', () => {
    const { users } = rows(`${axios}
auth.interceptors.request.use(async (config) => { await api.get('/users'); return config; });
setInterval(async () => { await api.get('/items/1'); }, 5000);
setInterval(async () => { await auth.get('/items/2'); }, 20_000);`);
    expect(users).toMatchObject({ expected: 3, high: 3 });
  });

  it('what an interceptor sends through its own client is not sent for ever', () => {
    const { users, items } = rows(`${axios}
api.interceptors.request.use(async (config) => {
  if (config.url !== '/users') await api.get('/users');
  return config;
});
setInterval(async () => { await api.get('/items/1'); }, 5000);`);
    expect(users?.high).toBeGreaterThanOrEqual(12);
    expect(users?.high).toBeLessThanOrEqual(24);
    expect(items?.high).toBe(13);
  });

  it.each([
    [
      'got',
      `import got from 'got';\nconst send = got.extend({ retry: { limit: 0 }, hooks: HOOKS });\nconst plain = got;\n`,
    ],
    [
      'ky',
      `import ky from 'ky';\nconst send = ky.create({ retry: 0, hooks: HOOKS });\nconst plain = ky.create({ retry: 0 });\n`,
    ],
  ])('hooks of %s', (_, made) => {
    const hooks = `{ beforeRequest: [async () => { await plain('https://api.example.com/users'); }] }`;
    const { users, items } = rows(`${made.replace('HOOKS', hooks)}
setInterval(async () => { await send('https://api.example.com/items/1').json(); }, 5000);`);
    expect(users).toMatchObject({ expected: 12, high: 12 });
    expect(items).toMatchObject({ expected: 12, high: 13 });
  });
});
