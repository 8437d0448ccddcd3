import { expect, test } from 'vitest';
import { findRequests, openProgram } from '../../src/clients/find-requests.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { programOf } from '../support/fixture-project.js';

/** Services with a client each, that send through their base class; each is used in one place. */
const services = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return `
import axios from 'axios';
class Service {
  http;
  paths = { get: '' };
  constructor(paths) { this.http = axios.create({ baseURL: 'https://h.example' }); Object.assign(this.paths, paths); }
  get(id) { return this.http.get(this.paths.get + '/' + id); }
}
${numbers.map((i) => `class Service${i} extends Service { constructor() { super({ get: '/kind${i}' }); } }`).join('\n')}
${numbers.map((i) => `export function use${i}(id) { return new Service${i}().get(id); }`).join('\n')}
`;
};

function stepsFor(count: number): { readonly steps: number; readonly urls: readonly string[] } {
  const opened = openProgram(programOf({ name: 'services', files: new Map([['a.js', services(count)]]) }));
  const before = opened.m.spent + opened.m.steps;
  const found = findRequests(opened.m.program, { opened });
  return {
    steps: opened.m.spent + opened.m.steps - before,
    urls: [...new Set(found.map(({ url }) => formatAbstractString(url)))].sort(),
  };
}

test('a call that may send through each of many clients is followed to its callers once', () => {
  const [few, many] = [stepsFor(8), stepsFor(24)];
  expect(few.urls).toContain('https://h.example/kind7/{id}');
  expect(many.urls).toContain('https://h.example/kind23/{id}');
  // Three times as many services are three times the work.
  expect(many.steps / few.steps).toBeLessThan(4);
});
