import { describe, expect, it } from 'vitest';
import { splitUrl } from '../../src/match/request-url.js';
import { parseServer, readServers, standingOf } from '../../src/match/server-pattern.js';
import { abstractUrl } from './support.js';

const standing = (listed: readonly string[], configured: readonly string[], url: string): string =>
  standingOf(readServers(listed, configured), splitUrl(abstractUrl(url)).host).kind;

describe('standingOf', () => {
  const fixed = ['https://api.example.com/v1', 'https://{region}.example.org'];
  it.each([
    ['https://api.example.com/v1/a', 'known'],
    ['http://API.example.com:8080/a', 'known'],
    ['https://eu.example.org/a', 'known'],
    ['https://{region}.example.org/a', 'known'],
    ['https://a.b.example.org/a', 'known'],
    ['https://example.org/a', 'foreign'],
    ['https://api.example.net/a', 'foreign'],
    ['https://example.com.evil.net/a', 'foreign'],
    ['https://api.example.{tld}/a', 'open'],
    ['https://{sub}.example.net/a', 'foreign'],
    ['{env:BASE}/a', 'open'],
    ['{base}/a', 'open'],
    ['https://{host}/a', 'open'],
    ['/a', 'none'],
    ['wss://api.example.com/a', 'foreign'],
  ])('with fixed servers, %s is %s', (url, expected) => {
    expect(standing(fixed, [], url)).toBe(expected);
  });

  it.each([
    ['https://api.example.net/a', 'unlisted'],
    ['https://{tenant}.example.net/a', 'unlisted'],
    ['https://app-{region}/a', 'open'],
    ['https://api.{domain}/a', 'open'],
    ['https://{host}/a', 'open'],
    ['{env:BASE}/a', 'open'],
    ['/a', 'none'],
  ])('without servers, %s is %s', (url, expected) => {
    expect(standing([], [], url)).toBe(expected);
    expect(standing(['https://{hostname}/api', 'https://{a}.{b}', '/v1'], [], url)).toBe(expected);
  });

  it('with an open server beside a fixed one, no host is ruled out', () => {
    const listed = ['https://{yourDomain}', 'https://{tenant}.example.com'];
    expect(standing(listed, [], 'https://eu.example.com/a')).toBe('known');
    expect(standing(listed, [], 'https://login.example.net/a')).toBe('unlisted');
    expect(standing(listed, ['https://*.example.org'], 'https://login.example.net/a')).toBe('foreign');
  });

  it.each([
    ['{env:BASE}/a', 'known'],
    ['https://{env:BASE}/a', 'known'],
    ['{env:OTHER}/a', 'foreign'],
    ['{env:OTHER}{env:BASE}/a', 'known'],
    ['https://api.{env:OTHER}/a', 'foreign'],
    ['{base}/a', 'open'],
    ['https://api.example.net/a', 'foreign'],
    ['/a', 'none'],
  ])('where the config names an environment value, %s is %s', (url, expected) => {
    expect(standing([], ['env:BASE'], url)).toBe(expected);
  });

  it.each([
    ['https://eu.example.com/a', 'known'],
    ['https://{tenant}.example.com/a', 'known'],
    ['https://api.example.net/a', 'foreign'],
    ['{env:OTHER}/a', 'open'],
  ])('where the config names hosts alone, %s is %s', (url, expected) => {
    expect(standing([], ['https://*.example.com'], url)).toBe(expected);
  });

  it('compares ports where the server states one', () => {
    expect(standing(['http://example.com:8080'], [], 'http://example.com:8080/a')).toBe('known');
    expect(standing(['http://example.com:8080'], [], 'http://example.com:9090/a')).toBe('foreign');
  });
});

describe('parseServer', () => {
  it.each([
    ['https://api.example.com/v1/', ['api.example.com'], [['v1']]],
    ['*.example.com', ['', '.example.com'], []],
    ['https://gate.example.com/crm/*', ['gate.example.com'], [['crm']]],
    ['https://{tenant}.example.com/{version}/x', ['', '.example.com'], [['', ''], ['x']]],
    ['/api', ['', ''], [['api']]],
  ])('reads %s', (text, host, base) => {
    expect(parseServer(text)).toMatchObject({ host, base });
  });
});
