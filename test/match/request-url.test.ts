import { describe, expect, it } from 'vitest';
import { HOLE } from '../../src/match/path-pattern.js';
import { splitUrl } from '../../src/match/request-url.js';
import { abstractUrl } from './support.js';

/** `host | path`, with `*` for holes; the host is `-` for a relative URL, `+` says that the base is open. */
function shown(url: string): string {
  const { host, openBase, segments, tail } = splitUrl(abstractUrl(url));
  const names = { none: '-', unknown: '*', 'other-scheme': '!' };
  const name = host.kind === 'named' ? host.text : names[host.kind];
  const path = segments.length === 0 ? '/' : segments.map((segment) => `/${segment}`).join('');
  const end = tail === undefined ? '' : ` tail ${tail.name}`;
  return `${name}${openBase ? '+' : ''} ${path}${end}`.replaceAll(HOLE, '*');
}

describe('splitUrl', () => {
  it.each([
    ['https://api.example.com/v2/purposes', 'api.example.com /v2/purposes'],
    ['HTTPS://User:pw@API.Example.com:8443/a', 'api.example.com:8443 /a'],
    ['http://localhost:3000/a', 'localhost:3000 /a'],
    ['//api.example.com/a', 'api.example.com /a'],
    ['api.example.com/a', 'api.example.com /a'],
    ['https://api.example.com', 'api.example.com /'],
    ['/v2/purposes', '- /v2/purposes'],
    ['v2/purposes', '- /v2/purposes'],
    ['v1.0/users', '- /v1.0/users'],
    ['chat.postMessage', '- /chat.postMessage'],
    ['//purposes/x', '- /purposes/x'],
    ['', '- /'],
  ])('knows host and path of %s', (url, expected) => {
    expect(shown(url)).toBe(expected);
  });

  it.each([
    ['{url}', '*+ /'],
    ['{env:BASE}/v2/purposes/{id}', '*+ /v2/purposes/*'],
    ['{env:BASE}v2/purposes', '*+ /v2/purposes'],
    ['{env:HOST}{env:PREFIX}/v2/purposes', '*+ /v2/purposes'],
    ['{scheme}://{host}/a', '* /a'],
    ['http{s}://api.example.com/a', 'api.example.com /a'],
    ['https://{env:HOST}/a', '* /a'],
    ['https://{host}:{port}/a', '* /a'],
    ['{host}:8080/a', '* /a'],
    ['https://{tenant}.example.com/a', '*.example.com /a'],
    ['{tenant}.example.com/a', '*.example.com /a'],
    ['https://api.{domain}/a', 'api.* /a'],
    ['https://api.example.com{prefix}/a', 'api.example.com+ /a'],
    ['https://api.example.com{path}', 'api.example.com+ /'],
    ['{env:BASE}/{prefix}/a', '*+ /*/a'],
    ['{protocol}//{host}/a', '*+ /a'],
    ['{protocol}//{hostname}:{port}/a', '* /a'],
    ['{protocol}//{hostname}:{port}{prefix}/a', '*+ /a'],
    ['{env:BASE}//v2/purposes', '*+ /v2/purposes'],
  ])('finds what a hole in front stands for in %s', (url, expected) => {
    expect(shown(url)).toBe(expected);
  });

  it.each([
    ['/a/{id}.json', '- /a/*.json'],
    ['/a/link_to_{kind}/b', '- /a/link_to_*/b'],
    ['/a/{x}{y}/b', '- /a/**/b'],
    ['/a//b///c/', '- /a/b/c'],
    ['/a/./b/../c', '- /a/c'],
    ['/a?x=1#y', '- /a'],
    ['/a#y?x', '- /a'],
    ['/a/{id}?{query}', '- /a/*'],
    ['/a%2Fb/c%20d', '- /a/b/c d'],
    ['/a%3Fb/%E0%A4%A', '- /a?b/%E0%A4%A'],
    ['/a{qs}', '- /a* tail qs'],
    ['/a{qs}?x=1', '- /a*'],
    ['/a/{id}', '- /a/*'],
  ])('splits the path of %s', (url, expected) => {
    expect(shown(url)).toBe(expected);
  });

  it.each(['data:text/plain,a', 'wss://api.example.com/a', 'mailto:a@example.com', 'chrome-extension://x/a'])(
    'knows that %s is not HTTP',
    (url) => {
      expect(shown(url)).toMatch(/^! /);
    },
  );

  it('keeps names of holes with their places in the URL', () => {
    const { host } = splitUrl(abstractUrl('{env:BASE}/a/{id}'));
    expect(host.kind === 'unknown' && host.holes.map((hole) => hole.name)).toEqual(['env:BASE']);
  });

  it('is linear in long hostile input', () => {
    const url = `${'{a}'.repeat(20_000)}.${'a.'.repeat(20_000)}:::${'/..'.repeat(20_000)}%%%{b}`;
    expect(splitUrl(abstractUrl(url)).segments.length).toBeLessThan(3);
  });
});
