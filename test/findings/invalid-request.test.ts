import { describe, expect, it } from 'vitest';
import { findingsOf, scanFiles } from './scan-files.js';

const create = '/api/cmp/v1/webscans/cookies';
const update = '/api/cookiemanager/v1/cookies';
const details = '/v4/datasubjects/details';
const host = 'https://api.example.com';

/** Only this finding, without rule and source lines. */
const found = (code: string): string[] =>
  findingsOf(code, []).flatMap((line) =>
    line.startsWith('invalid-request ')
      ? [line.slice('invalid-request '.length).replaceAll(/sources\/\S+:\d+/g, 'docs')]
      : [],
  );

const axios = "import axios from 'axios';\n";
const post = (path: string, body: string): string => `${axios}await axios.post('${host}${path}', ${body});`;

describe('the body', () => {
  it('is an array where the docs take one', () => {
    const message = `line 2: POST ${create} takes a JSON array; this call sends an object (docs).`;
    expect(found(post(create, "{ cookieName: 'a' }"))).toEqual([message]);
    expect(found(post(create, "[{ cookieName: 'a' }]"))).toEqual([]);
    expect(
      found(
        `\nawait fetch('${host}${create}', { method: 'POST', body: JSON.stringify({ cookieName: process.env.A }) });`,
      ),
    ).toEqual([message]);
  });

  it('is an object where the docs take one', () => {
    const call = `${axios}await axios.put('${host}${update}', [{ cookieId: 'a' }]);`;
    expect(found(call)).toEqual([
      `line 2: PUT ${update} takes a JSON object; this call sends an array (docs).`,
    ]);
  });

  it('has strings where the docs take strings, also when they look like numbers', () => {
    const note = '(the docs: Name of the category: a string, also when it looks like a number)';
    expect(found(post(create, "[{ cookieName: 'a', customCategoryName: 4 }]"))).toEqual([
      `line 2: POST ${create} takes a value of kind string for [].customCategoryName; this call sends one of kind number ${note} (docs).`,
    ]);
    expect(found(post(create, "[{ customCategoryName: '4', length: 30 }]"))).toEqual([]);
  });

  it('is judged in lists of parts, too', () => {
    expect(
      found(post(create, "[{ domainCookieCategoryList: [{ domainId: 'd', thirdParty: 'yes' }] }]")),
    ).toEqual([
      `line 2: POST ${create} takes a value of kind boolean for [].domainCookieCategoryList[].thirdParty; this call sends one of kind string (the docs: Optional) (docs).`,
    ]);
  });

  it.each([
    ['nobody knows what a parameter is', 'export const f = (cookies: unknown) => ', 'cookies'],
    ['a value that is one of several', '', 'process.argv[2] ? [{}] : {}'],
    ['an item that comes from a function outside', "import { cookie } from 'elsewhere';\n", 'cookie()'],
    ['null, which the docs do not speak of', '', '[{ customCategoryName: null }]'],
    ['a spread that may hold anything', 'declare const rest: object;\n', '[{ ...rest, cookieName: `a` }]'],
    ['a field that the docs do not have', '', '[{ another: 1 }]'],
  ])('is not judged: %s', (_, before, body) => {
    expect(found(`${axios}${before}axios.post('${host}${create}', ${body});`)).toEqual([]);
  });

  it('is what all callers of a wrapper have in common', () => {
    const wrapper = `${axios}const add = (body: unknown) => axios.post('${host}${create}', body);\n`;
    expect(found(`${wrapper}add({ host: 'a' });\nadd({ host: 'b' });`)).toEqual([
      `line 2: POST ${create} takes a JSON array; this call sends an object (docs).`,
    ]);
    expect(found(`${wrapper}add({ host: 'a' });\nadd([{ host: 'b' }]);`)).toEqual([]);
  });
});

describe('required headers', () => {
  const message = (line: number): string =>
    `line ${line}: GET ${details} requires the header identifier; this call does not send it (the docs: That it is a header is inferred from the older equivalents) (docs).`;
  const get = (rest: string, query = ''): string => `await fetch('${host}${details}${query}'${rest});`;

  it('are missed where nothing can add them', () => {
    expect(found(get(''))).toEqual([message(1)]);
    expect(found(get(', { headers: { Authorization: `Bearer ${process.env.T}` } }'))).toEqual([message(1)]);
    expect(found(`${axios}await axios.get('${host}${details}', { headers: { accept: 'a/b' } });`)).toEqual([
      message(2),
    ]);
    const instance = `${axios}const api = axios.create({ baseURL: '${host}', headers: { accept: 'a/b' } });\n`;
    expect(found(`${instance}await api.get('${details}');`)).toEqual([message(3)]);
  });

  it('are there in any case of letters, or in the query where the docs only infer the place', () => {
    expect(found(get(", { headers: { Identifier: 'a' } }"))).toEqual([]);
    expect(found(get('', '?identifier=a'))).toEqual([]);
    expect(found(`${axios}await axios.get('${host}${details}', { params: { identifier: 'a' } });`)).toEqual(
      [],
    );
  });

  it.each([
    ['headers of a variable', "const headers = { accept: 'a' };\n", ', { headers }'],
    ['options of a parameter', 'export const f = (init: RequestInit) => ', ', init'],
    ['headers spread from elsewhere', 'declare const more: object;\n', ", { headers: { ...more, a: 'b' } }"],
    ['headers under a name that is not known', '', ", { headers: { [process.env.NAME!]: 'b' } }"],
    ['headers of a function outside', "import { auth } from 'elsewhere';\n", ', { headers: auth() }'],
  ])('may be in %s', (_, before, rest) => {
    expect(found(`${before}fetch('${host}${details}'${rest});`)).toEqual([]);
  });

  it('may be added by an interceptor of whatever client, or by a default', () => {
    const use = 'export const add = (client: any) => client.interceptors.request.use((c: any) => c);\n';
    const call = `await axios.get('${host}${details}');`;
    expect(found(`${axios}${use}${call}`)).toEqual([]);
    expect(found(`${axios}axios.defaults.headers.common.identifier = 'a';\n${call}`)).toEqual([]);
    expect(
      found(
        `${axios}axios.defaults.headers.common.identifier = 'a';\nconst api = axios.create();\n${call.replace('axios', 'api')}`,
      ),
    ).toEqual([]);
    const injected = `import type { AxiosInstance } from 'axios';\nexport const f = (api: AxiosInstance) => api.get('${host}${details}');`;
    expect(found(injected)).toEqual([]);
  });

  it('may be in a query that is not known', () => {
    expect(found(`fetch('${host}${details}?' + process.argv[2]);`)).toEqual([]);
    const params = `${axios}export const f = (params: object) => axios.get('${host}${details}', { params });`;
    expect(found(params)).toEqual([]);
  });
});

describe('required parameters of an OpenAPI document', () => {
  const document = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: host }],
    paths: {
      '/shop/orders': Object.fromEntries(
        ['get', 'post'].map((method) => [
          method,
          {
            parameters: [
              { name: 'since', in: 'query', required: true, schema: { type: 'string' } },
              { name: 'token', in: 'header', required: true, schema: { type: 'string' } },
              { name: 'X-Api-Key', in: 'header', required: true, schema: { type: 'string' } },
            ],
            responses: {},
          },
        ]),
      ),
    },
  });
  const missed = (code: string): string[] =>
    scanFiles({ 'a.ts': code, 'shop.json': document, 'leastscope.config.yaml': 'catalogs: [./shop.json]' })
      .filter(({ rule }) => rule === 'invalid-request')
      .map(({ message }) => message.replace(/ \(shop.*/, ''));

  it('are missed in a query, but neither tokens nor what a form may carry', () => {
    expect(missed(`await fetch('${host}/shop/orders?page=1');`)).toEqual([
      'GET /shop/orders requires the query parameter since; this call does not send it',
    ]);
    expect(missed(`await fetch('${host}/shop/orders?since=1');`)).toEqual([]);
    expect(missed(`await fetch('${host}/shop/orders', { method: 'POST', body: form });`)).toEqual([]);
  });
});

describe('path values and content types', () => {
  const gateway = '/api/document-gateway/';
  const stream = (id: string): string => `await fetch(\`${host}${gateway}${id}\`);`;

  it('are UUIDs where the docs say so', () => {
    expect(found(stream('17'))).toEqual([
      `line 1: GET ${gateway}{id} takes a UUID for id; this call sends "17" (docs).`,
    ]);
    expect(found(stream('0d1b9a70-5f1e-4a55-8a40-7a4f9d1b2c3d'))).toEqual([]);
    for (const id of ['${process.argv[2]}', 'a-${process.argv[2]}', ':id', '{id}', '%7Bid%7D'])
      expect(found(stream(id)), id).toEqual([]);
  });

  it('are those of the docs where the code says one', () => {
    const send = (type: string): string =>
      `await fetch('${host}${create}', { method: 'POST', body: '[]', headers: { 'Content-Type': ${type} } });`;
    expect(found(send("'text/plain'"))).toEqual([
      `line 1: POST ${create} takes application/json; this call says that it sends text/plain (docs).`,
    ]);
    for (const type of ["'application/json; charset=utf-8'", "'Application/JSON'", 'process.argv[2]'])
      expect(found(send(type)), type).toEqual([]);
  });
});
