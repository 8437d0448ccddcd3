import { describe, expect, test } from 'vitest';
import { head, reportOf } from './support/scan.js';

const cron = `import cron from 'node-cron';\n`;
const sync = `const sync = (n: number) => Promise.all(Array.from({ length: 120 }, (_, i) => getItem(String(i + n))));\n`;

const findings = (code: string, rule: string, assume = '') =>
  reportOf(`${cron}${head}${code}`, assume).findings.filter((finding) => finding.rule === rule);

describe('schedules-aligned', () => {
  const aligned = (...times: readonly string[]) =>
    findings(
      sync + times.map((time, i) => `cron.schedule('${time}', () => sync(${i}));\n`).join(''),
      'schedules-aligned',
    );

  test('three jobs on the hour exceed what two of them, or all of them apart, keep', () => {
    const [finding, ...more] = aligned('0 * * * *', '0 * * * *', '0 0 * * *');
    expect(more).toEqual([]);
    expect(finding?.message).toBe(
      '3 schedules are due at the same instants and send 360 requests in a minute for GET /items/{id}, where limit-300-60 allows 300. It would be 240 with cron 0 0 * * * 1 min later.',
    );
    expect(finding?.line).toBe(7);
  });

  test.each([
    ['two of them keep the limit', ['0 * * * *', '0 * * * *']],
    ['they are never due together', ['0 * * * *', '5 * * * *', '10 * * * *']],
    ['every minute has them all, whenever they start', ['* * * * *', '* * * * *', '* * * * *']],
  ])('not where %s', (_, times) => {
    expect(aligned(...times)).toEqual([]);
  });

  test('not where one of them exceeds the limit alone', () => {
    const code = `const sync = (n: number) => Promise.all(Array.from({ length: 320 }, (_, i) => getItem(String(i + n))));
cron.schedule('0 * * * *', () => sync(1));
cron.schedule('0 * * * *', () => sync(2));`;
    expect(findings(code, 'schedules-aligned')).toEqual([]);
  });
});

describe('unhandled-429', () => {
  const unhandled = (get: string, users = 290, imports = '') =>
    reportOf(
      `${imports}${cron}${head.replace(/const getItem.*\n/, `${get}\n`)}
cron.schedule('*/5 * * * *', async () => { const users = await getUsers(); await Promise.all(users.map((user: { id: string }) => getItem(user.id))); });`,
      `  users.length: ${users}\n`,
    ).findings.filter(({ rule }) => rule === 'unhandled-429');
  const plain = 'const getItem = async (id: string) => (await fetch(`${base}/items/${id}`)).json();';

  test('near a limit', () => {
    expect(unhandled(plain).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Up to 290 requests are sent in a minute for GET \/items\/\{id\}, where limit-300-60/,
      ),
    ]);
  });

  test('not far from it', () => {
    expect(unhandled(plain, 200)).toEqual([]);
  });

  test.each([
    [
      'the status is looked at',
      `const getItem = async (id: string) => {
  const response = await fetch(\`\${base}/items/\${id}\`);
  if (response.status === 429) throw new Error('later');
  return response.json();
};`,
      '',
    ],
    [
      'the header is looked at',
      `const getItem = async (id: string) => {
  const response = await fetch(\`\${base}/items/\${id}\`);
  if (!response.ok) await sleep(1000 * Number(response.headers.get('Retry-After')));
  return response.json();
};`,
      '',
    ],
    [
      'the client waits',
      'const getItem = (id: string) => ky.get(`${base}/items/${id}`).json();',
      `import ky from 'ky';\n`,
    ],
    [
      'it is sent again after a pause',
      'const getItem = (id: string) => pRetry(async () => (await fetch(`${base}/items/${id}`)).json());',
      `import pRetry from 'p-retry';\n`,
    ],
  ])('not where %s', (_, get, imports) => {
    expect(unhandled(get, 290, imports)).toEqual([]);
  });
});

describe('a function that calls itself after a refusal', () => {
  const rowOf = (body: string) => {
    const code = `async function api(id: string): Promise<unknown> {
  const response = await fetch(base + '/orders/' + id);
  ${body}
}
setInterval(() => api('1'), 10_000);`.replace('/orders/', '/items/');
    const report = reportOf(head.replace(/const getItem.*\n/, '') + code);
    return {
      row: report.load.find(({ operation }) => operation === 'GET /items/{id}'),
      messages: report.findings.map(({ message }) => message),
    };
  };

  test.each([
    'if (response.status === 429) return api(id);\n  return response.json();',
    'if (response.status !== 429) return response.json();\n  return api(id);',
    'if (!response.ok) return api(id);\n  return response.json();',
    'if (response.status >= 500) { return api(id); }\n  return response.json();',
  ])('tries again, without end: %s', (body) => {
    const { row, messages } = rowOf(body);
    expect(row).toMatchObject({ expected: 6, high: 6, degraded: { high: null } });
    expect(row?.contributors[0]?.how).toBe('setInterval 10000 ms -> retried without end');
    expect(messages).toEqual([expect.stringContaining('nothing in the code ends that')]);
  });

  test('with a pause it is no haste', () => {
    const { row, messages } = rowOf(
      'if (response.status === 429) { await sleep(5000); return api(id); }\n  return response.json();',
    );
    expect(row).toMatchObject({ expected: 6, high: 6, degraded: { high: null } });
    expect(messages).toEqual([]);
  });

  test('the next page is none', () => {
    const { row } = rowOf(
      'if (response.status === 429) throw new Error();\n  const { next } = await response.json();\n  return next ? api(next) : [];',
    );
    expect(row?.assumptions.map(({ symbol }) => symbol)).toContain('api.pages');
  });
});

describe('a collection that a function makes', () => {
  const listed = `function accounts() {
  const list: { id: string }[] = [];
  for (const id of (process.env['ACCOUNTS'] ?? '').split(',')) list.push({ id });
  return list;
}
const rate = (account: { id: string }) => setInterval(() => getItem(account.id), 10_000);
`;
  test.each([
    ['accounts().map((account) => getItem(account.id));', 'setInterval'],
    ['await Promise.all(accounts().map((account) => getItem(account.id)));', 'setInterval'],
    ['accounts().forEach((account) => getItem(account.id));', 'setInterval'],
    ['for (const account of accounts()) getItem(account.id);', 'setInterval'],
  ])('is gone through: %s', (body) => {
    const code = `${head}${listed}setInterval(async () => { ${body} }, 20_000);`;
    const row = reportOf(code, '  accounts().length: 7\n').load.find(
      (r) => r.operation === 'GET /items/{id}',
    );
    expect(row).toMatchObject({ expected: 21, high: 21 });
  });

  test.each([
    'for (const account of accounts()) rate(account);',
    'accounts().forEach(rate);',
    'accounts().map((a) => rate(a));',
  ])('sets schedules off: %s', (body) => {
    const row = reportOf(`${head}${listed}${body}`, '  accounts().length: 7\n').load.find(
      (r) => r.operation === 'GET /items/{id}',
    );
    expect(row).toMatchObject({ expected: 42, high: 42 });
  });
});

test.each([
  ['(count) => count * 2000', []],
  ['axiosRetry.linearDelay()', []],
  ['axiosRetry.noDelay', ['retry-without-backoff']],
])('axios-retry with retryDelay: %s', (delay, rules) => {
  const code = `import axios from 'axios';\nimport axiosRetry from 'axios-retry';\naxiosRetry(axios, { retries: 3, retryDelay: ${delay} });\nsetInterval(() => axios.get('https://api.example.com/users'), 5000);`;
  expect(reportOf(code).findings.map(({ rule }) => rule)).toEqual(rules);
});
