import { expect, test } from 'vitest';
import { isOpenPath } from '../../src/match/open-path.js';
import type { AbstractString, OpaqueReason } from '../../src/model/abstract-string.js';

/** `https://a.test/{id}`, where braces are holes with a name. */
const url = (text: string, reason: OpaqueReason = 'parameter'): AbstractString =>
  text
    .split(/(\{.*?\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{')
        ? { kind: 'hole', reason, name: part.slice(1, -1), at: { file: 'a.ts', start: 0, end: 0 } }
        : { kind: 'text', text: part },
    );

test.each([
  'https://api.example{p}',
  'https://discord.com/api/v{version}{fullRoute}?{query}',
  'https://discord.com/api/v{version}{Routes.gatewayBot()}',
  'https://api.example/v1{path}',
  '{base}/{id}',
])('nobody knows what %s asks for', (text) => {
  expect(isOpenPath(url(text))).toBe(true);
});

test.each([
  'https://api.example/users/{id}',
  'https://api.example/repos/{owner}/{repo}/contents/{path}',
  'https://api.example/files/{name}.json',
  'https://api.example/purposes{query}',
  'https://api.example/v{version}/me',
  'https://api.example?q={q}',
  '{base}/users',
])('%s says what is asked for', (text) => {
  expect(isOpenPath(url(text))).toBe(false);
});

test('what stands for more than was looked at is open', () => {
  expect(isOpenPath(url('https://api.example/p{rest}', 'budget'))).toBe(true);
});
