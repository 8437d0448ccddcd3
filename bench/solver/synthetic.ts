// A catalog of Graph's size and shape: areas with a read and a read-write scope, some narrower ones, and a few scopes
// over many areas.
import type { Catalog, Operation } from '../../src/model/catalog.js';
import { below, pick } from '../../test/scopes/random-catalog.js';
import type { Random } from '../../test/scopes/random-catalog.js';
import { toCatalog, toOperation } from './graph.js';

const scopesPerArea = 3;

export function graphShaped(
  random: Random,
  size: { readonly scopes: number; readonly operations: number },
): Catalog {
  const areas = Array.from({ length: Math.floor((size.scopes - 20) / scopesPerArea) }, (_, i) => `Area${i}`);
  const wide = Array.from({ length: 10 }, (_, i) => `Suite${i}`);
  const operations = Array.from({ length: size.operations }, (_, i) =>
    operationOf(random, i, pick(random, areas), wide),
  );
  const names = [
    ...areas.flatMap((area) => [`${area}.Read`, `${area}.ReadBasic`, `${area}.ReadWrite`]),
    ...wide.flatMap((suite) => [`${suite}.Read`, `${suite}.ReadWrite`]),
  ];
  return toCatalog(names, operations);
}

function operationOf(random: Random, i: number, area: string, suites: readonly string[]): Operation {
  const isRead = random() < 0.45;
  const suite = random() < 0.4 ? suites[below(random, suites.length)] : undefined;
  const narrow = isRead && random() < 0.3 ? [`${area}.ReadBasic`] : [];
  const reads = isRead ? [...narrow, `${area}.Read`, ...(suite ? [`${suite}.Read`] : [])] : [];
  const scopes = [...reads, `${area}.ReadWrite`, ...(suite ? [`${suite}.ReadWrite`] : [])];
  // One operation in forty touches two areas.
  const also = random() < 0.025 ? pick(random, suites) : undefined;
  const path = `/${area.toLowerCase()}/items${i}/{id}`;
  const method = isRead ? 'GET' : pick(random, ['POST', 'PATCH', 'DELETE']);
  return toOperation(
    `${method} ${path}`,
    scopes.map((scope) => ({ oauth: also ? [scope, `${also}.Read`] : [scope] })),
  );
}
