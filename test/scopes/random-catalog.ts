// Seeded random catalogs and demands for the solver's tests and bench.
import type { Catalog, Operation, Scope, SecurityRequirement } from '../../src/model/catalog.js';
import type { HttpMethod } from '../../src/model/http-method.js';

export type Random = () => number;

/** Mulberry32: numbers from 0 up to 1, the same for the same seed. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[below(random, list.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}

export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

const source = { document: 'random.md', line: 1 };

export interface RandomShape {
  readonly scopes: number;
  readonly operations: number;
  /** Most alternatives of an operation, and most scopes of one alternative. */
  readonly anyOf: number;
  readonly allOf: number;
  /** Chance that a scope implies another. */
  readonly implies: number;
}

export function randomCatalog(random: Random, shape: RandomShape): Catalog {
  const names = shuffled(
    random,
    Array.from({ length: shape.scopes }, (_, i) => `S${String(i).padStart(3, '0')}`),
  );
  const scopes = names.map((name): Scope => {
    const implies = names.filter((other) => other !== name && random() < shape.implies / names.length);
    return { name, description: '', implies, describedAs: [], source };
  });
  const operations = Array.from({ length: shape.operations }, (_, i) =>
    randomOperation(random, i, names, shape),
  );
  return {
    schemaVersion: 1,
    provider: 'random',
    title: 'Random',
    servers: [],
    schemes: { oauth: { type: 'oauth2' }, key: { type: 'apiKey' }, other: { type: 'oauth2' } },
    scopes,
    operations,
    rateLimits: [],
    requestShapes: {},
    sources: [],
  };
}

function randomOperation(random: Random, i: number, names: readonly string[], shape: RandomShape): Operation {
  const method: HttpMethod = pick(random, ['GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD'] as const);
  // Every tenth path repeats the one before it under another parameter name.
  const path = i % 10 === 9 ? `/things${i - 1}/{other}` : `/things${i}/{id}`;
  return {
    id: `${method} ${path}`,
    method,
    path,
    paths: [],
    security: randomSecurity(random, names, shape),
    ...(random() < 0.1 ? { access: pick(random, ['read', 'write'] as const) } : {}),
    parameters: [],
    alsoStated: [],
    sources: [source],
  };
}

function randomSecurity(random: Random, names: readonly string[], shape: RandomShape): Operation['security'] {
  const kind = random();
  if (kind < 0.05) return 'undocumented';
  if (kind < 0.08) return [{}];
  if (kind < 0.1) return [{ key: [] }];
  const set = (): string[] =>
    Array.from({ length: 1 + below(random, shape.allOf) }, () => pick(random, names));
  const requirement = (): SecurityRequirement => {
    const form = random();
    if (form < 0.1) return { oauth: set(), key: [] };
    return form < 0.2 ? { oauth: set(), other: set().slice(0, 1) } : { oauth: set() };
  };
  return Array.from({ length: 1 + below(random, shape.anyOf) }, requirement);
}
