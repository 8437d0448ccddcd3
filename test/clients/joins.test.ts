import { describe, expect, test } from 'vitest';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { requestsByLine } from '../support/fixture-project.js';

const origin = 'https://a.test';
const absolute = 'https://b.test/abs';

/** How each client is asked for `input` under `base`. */
const clients: Readonly<Record<string, (base: string, input: string) => string>> = {
  got: (base, input) => `import got from 'got'; got('${input}', { prefixUrl: '${base}' })`,
  'ky prefix': (base, input) => `import ky from 'ky'; ky('${input}', { prefix: '${base}' })`,
  'ky baseUrl': (base, input) => `import ky from 'ky'; ky('${input}', { baseUrl: '${base}' })`,
  ofetch: (base, input) => `import { ofetch } from 'ofetch'; ofetch('${input}', { baseURL: '${base}' })`,
  wretch: (base, input) => `import wretch from 'wretch'; wretch('${base}').url('${input}').get()`,
  request: (base, input) => `import request from 'request'; request({ uri: '${input}', baseUrl: '${base}' })`,
  axios: (base, input) => `import axios from 'axios'; axios.get('${input}', { baseURL: '${base}' })`,
};

function urlOf(code: string): string {
  const found = [
    ...(requestsByLine({ name: 'x', files: new Map([['x.ts', code]]) })
      .get('x.ts')
      ?.values() ?? []),
  ].flat();
  return found.map((r) => formatAbstractString(r.url)).join(' | ');
}

/** Whether a path ends in a slash makes no difference to what is asked for. */
const withoutLastSlash = (url: string): string => url.replace(/\/(?=\?|$)/, '');

/**
 * What each client sent to a loopback server: got 14.6.6, ky 2.1.0, ofetch 1.5.1, wretch 2.11.1, request 2.88.2, axios 1.21.1.
 * Left out is what a client refuses (a leading slash in got) or garbles (an absolute URL in ky and wretch).
 */
describe('how clients join a base with a path, as measured', () => {
  test.each([
    ['got', '/v1', 'x', '/v1/x'],
    ['got', '/v1/', 'x', '/v1/x'],
    ['got', '/v1', '', '/v1/'],
    ['got', '/v1', '?a=1', '/v1/?a=1'],
    ['got', '/v1', absolute, absolute],
    ['ky prefix', '/v1', 'x', '/v1/x'],
    ['ky prefix', '/v1/', '/x', '/v1/x'],
    ['ky prefix', '/v1/', '?a=1', '/v1/?a=1'],
    ['ky baseUrl', '/v1', 'x', '/x'],
    ['ky baseUrl', '/v1/', 'x', '/v1/x'],
    ['ky baseUrl', '/v1/', '/x', '/x'],
    ['ky baseUrl', '/v1', '?a=1', '/v1?a=1'],
    ['ky baseUrl', '/v1', absolute, absolute],
    ['ofetch', '/v1', 'x', '/v1/x'],
    ['ofetch', '/v1/', '/x', '/v1/x'],
    ['ofetch', '/v1/', '', '/v1'],
    ['ofetch', '/v1', absolute, absolute],
    ['wretch', '/v1', 'x', '/v1x'],
    ['wretch', '/v1', '/x', '/v1/x'],
    ['wretch', '/v1/', '/x', '/v1//x'],
    ['wretch', '/v1', '?a=1', '/v1?a=1'],
    ['request', '/v1', 'x', '/v1/x'],
    ['request', '/v1/', '/x', '/v1/x'],
    ['request', '/v1', '', '/v1'],
    ['axios', '/v1', 'x', '/v1/x'],
    ['axios', '/v1/', '/x', '/v1/x'],
    ['axios', '/v1', '?a=1', '/v1/?a=1'],
    ['axios', '/v1', absolute, absolute],
  ])('%s: %s and %s', (client, base, input, sent) => {
    const url = urlOf(clients[client]!(origin + base, input));
    expect(withoutLastSlash(url)).toBe(withoutLastSlash(sent.startsWith('/') ? origin + sent : sent));
  });
});

/** As sent by the versions above, undici 6.29.1 and Node 20's http. */
describe('methods that options do or do not change, as measured', () => {
  test.each([
    ["import got from 'got'; got.get('https://a.test/o', { method: 'DELETE' })", 'GET'],
    ["import ky from 'ky'; ky.post('https://a.test/o', { method: 'DELETE' })", 'POST'],
    ["import axios from 'axios'; axios.get('https://a.test/o', { method: 'DELETE' })", 'GET'],
    ["import axios from 'axios'; axios.create({ method: 'post' })('https://a.test/o')", 'POST'],
    ["import request from 'request'; request.get('https://a.test/o', { method: 'DELETE' }, () => {})", 'GET'],
    ["import request from 'request'; request.defaults({ method: 'POST' })('https://a.test/o')", 'POST'],
    ["import request from 'request'; request('https://a.test/o', { form: { a: 1 } })", 'GET'],
    ["import { request } from 'undici'; request('https://a.test/o', { body: 'x' })", 'PUT'],
    ["import http from 'http'; http.get('http://a.test/o', { method: 'POST' })", 'POST'],
    [
      "import http from 'http'; http.request({ hostname: 'a.test', host: 'b.test', path: '/o', method: 'delete' })",
      'DELETE',
    ],
  ])('%s sends %s', (code, method) => {
    const found = [
      ...(requestsByLine({ name: 'x', files: new Map([['x.ts', code]]) })
        .get('x.ts')
        ?.values() ?? []),
    ].flat();
    expect(found.map((r) => r.methods)).toEqual([[method]]);
  });
});
