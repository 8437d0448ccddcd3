import { expect, test } from 'vitest';
import { findRequests } from '../../src/clients/find-requests.js';
import { programOf } from '../support/fixture-project.js';

const requestsOf = (code: string) =>
  findRequests(programOf({ name: 'x', files: new Map([['api.js', code]]) })).map(({ url, stoppedBy }) => ({
    url: url.map((part) => (part.kind === 'text' ? part.text : `{${part.name}: ${part.reason}}`)).join(''),
    stoppedBy: stoppedBy?.reason,
  }));

test.each([
  ["import { base } from './generated.js'; fetch(base);", '{base: missing-file}', 'missing-file'],
  ["const { base } = require('../config'); fetch(base + '/users');", '{base: missing-file}/users', undefined],
  ["import { base } from './urls'; fetch(base());", '{base(): missing-file}', 'missing-file'],
  ["import { base } from 'some-package'; fetch(base);", '{base: runtime}', 'runtime'],
])('what is imported from a file that is not there is unknown for that: %s', (code, url, stoppedBy) => {
  expect(requestsOf(code)).toEqual([{ url, stoppedBy }]);
});
