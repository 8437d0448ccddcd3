import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import { readRecording } from '../../src/observe/read-recording.js';
import { tally } from '../../src/observe/tally.js';

const requests = (text: string) => readRecording('recording', text).requests;

describe('access logs', () => {
  test('common and combined, with a proxy’s absolute URL', () => {
    const text = [
      '127.0.0.1 - frank [10/Oct/2026:13:55:36 +0000] "GET /api/a?x=1 HTTP/1.1" 200 2326',
      '10.0.0.1 - - [10/Oct/2026:13:55:37 +0000] "POST /api/b HTTP/2.0" 403 12 "https://x.example/" "a \\"quoted\\" agent"',
      '10.0.0.1 - - [10/Oct/2026:13:55:38 +0000] "GET http://api.example.com:8080/c HTTP/1.1" 200 1',
    ].join('\n');
    expect(requests(text)).toEqual([
      { method: 'GET', path: '/api/a?x=1', status: 200, line: 1 },
      { method: 'POST', path: '/api/b', status: 403, line: 2 },
      { method: 'GET', host: 'api.example.com:8080', path: '/c', status: 200, line: 3 },
    ]);
  });

  test('with the referrer in front, and lines that are something else', () => {
    const text =
      '"https://x.example/" "GET /a HTTP/1.1" 200\n\nstarted\n"-" 408\n1.2.3.4 "\\x16\\x03" 400\n"PUT /b HTTP/1.1" -';
    const { requests, skipped } = readRecording('r', text);
    expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', '/a', 200],
      ['PUT', '/b', undefined],
    ]);
    expect(skipped).toEqual([3, 4, 5]);
  });
});

describe('HTTP archives', () => {
  const entry = (method: string, url: string, status: number) => ({
    request: { method, url },
    response: { status },
  });
  test('entries in order; data URLs and entries without a request are no requests', () => {
    const log = {
      entries: [
        entry('GET', 'https://api.example.com/a', 200),
        entry('GET', 'data:text/plain,x', 200),
        {},
        entry('delete', 'http://B.example/c/1?x#y', 401),
      ],
    };
    expect(readRecording('r', JSON.stringify({ log }))).toEqual({
      requests: [
        { method: 'GET', host: 'api.example.com', path: '/a', status: 200, line: 1 },
        { method: 'DELETE', host: 'b.example', path: '/c/1?x', status: 401, line: 4 },
      ],
      skipped: [2, 3],
    });
  });
});

test('JSON lines, by the names that loggers and gateways use', () => {
  const lines = [
    { method: 'GET', url: 'https://api.example.com/a', status: 200 },
    { request_method: 'POST', request_uri: '/b', http_host: 'api.example.com', status: '201' },
    { httpRequest: { requestMethod: 'PUT', requestUrl: 'https://api.example.com/c', status: 403 } },
    { req: { method: 'DELETE', url: '/d' }, res: { statusCode: 204 } },
    { level: 'info', message: 'started' },
  ];
  const { requests, skipped } = readRecording('r', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(requests).toEqual([
    { method: 'GET', host: 'api.example.com', path: '/a', status: 200, line: 1 },
    { method: 'POST', host: 'api.example.com', path: '/b', status: 201, line: 2 },
    { method: 'PUT', host: 'api.example.com', path: '/c', status: 403, line: 3 },
    { method: 'DELETE', path: '/d', status: 204, line: 4 },
  ]);
  expect(skipped).toEqual([5]);
});

test.each(['', 'hello\nworld\n', '{"a": 1}', '{"log": {"entries": []}}', '[1, 2]', '{"log":'])(
  'what is no recording says what one is: %j',
  (text) => {
    expect(() => readRecording('file', text)).toThrow(UserError);
  },
);

test('any text is read or refused, never more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      try {
        expect(readRecording('file', text).requests.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    }),
  );
});

test('equal requests are counted once with all; queries make no difference, refusals are kept apart', () => {
  const seen = [
    {
      file: 'a',
      requests: [
        { method: 'GET', path: '/x?1', status: 200, line: 3 },
        { method: 'GET', path: '/x?2', status: 403, line: 4 },
      ],
    },
    {
      file: 'b',
      requests: [
        { method: 'GET', path: '/x', status: 401, line: 1 },
        { method: 'POST', path: '/x', line: 2 },
      ],
    },
  ];
  expect(tally(seen)).toEqual([
    { method: 'GET', path: '/x', count: 3, refused: 2, first: { file: 'a', line: 3 } },
    { method: 'POST', path: '/x', count: 1, refused: 0, first: { file: 'b', line: 2 } },
  ]);
});
