import type { Assignment, Operation, RateLimit } from '../../model/catalog.js';
import { toHttpMethod } from '../../model/http-method.js';
import type { HttpMethod } from '../../model/http-method.js';
import { readParameters } from './parameters.js';
import { catalogTemplate, pathOnly } from './path-template.js';
import { field, objectField, textField } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';
import { resolveNeeded } from './references.js';
import { settleScopeArrays } from './scope-arrays.js';
import { readSecurity } from './security.js';
import type { StatedSecurity } from './security.js';
import { statedBaseUrls } from './servers.js';
import type { BaseUrls } from './servers.js';
import { applyScopeExtensions, readRateLimit } from './vendor-extensions.js';

/** What holds for every operation that doesn't state otherwise. */
export interface Defaults {
  readonly security: StatedSecurity | undefined;
  readonly baseUrls: BaseUrls;
}

const pathItemFields = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);

/** The operations under `paths`, in the document's order, and the rate limits that they state. */
export function readOperations(
  reading: Reading,
  paths: PlainObject,
  defaults: Defaults,
): { operations: readonly Operation[]; rateLimits: readonly RateLimit[] } {
  const operations: Operation[] = [];
  const rateLimits: RateLimit[] = [];
  for (const [key, stated] of Object.entries(paths)) {
    if (key.startsWith('x-')) continue;
    const line = reading.lines.of(stated) ?? reading.lines.ofKey(paths, key);
    if (toHttpMethod(key) !== undefined) {
      reading.warn(
        `\`${key}\` stands among the paths, where no path says what it is for; it was left out.`,
        line,
      );
      continue;
    }
    if (!key.trim().startsWith('/'))
      reading.warn(`The path ${key} has no leading slash; one was added.`, line);
    const pathItem = resolveNeeded(reading, stated, `The path ${key}`, line);
    if (pathItem === undefined) {
      reading.warn(`The path ${key} holds no operations.`, line);
      continue;
    }
    for (const found of operationsOf(reading, pathItem, key, line)) {
      operations.push(readOperation(reading, found, pathItem, defaults));
      const limit = readRateLimit(reading, found.value, found.id);
      if (limit !== undefined) rateLimits.push(limit);
    }
  }
  return { operations, rateLimits };
}

interface FoundOperation {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly value: PlainObject;
  readonly line: number | undefined;
}

function operationsOf(
  reading: Reading,
  pathItem: PlainObject,
  key: string,
  pathLine: number | undefined,
): FoundOperation[] {
  const found: FoundOperation[] = [];
  const path = catalogTemplate(key);
  const stated = [
    ...Object.entries(pathItem).filter(([name]) => name !== 'additionalOperations'),
    ...Object.entries(objectField(pathItem, 'additionalOperations') ?? {}),
  ];
  reading.spend(stated.length);
  for (const [name, value] of stated) {
    if (pathItemFields.has(name) || name.startsWith('x-')) continue;
    const line = reading.lines.of(value) ?? pathLine;
    const method = toHttpMethod(name);
    if (method === undefined) {
      reading.warn(`${path} has the unknown method or field \`${name}\`, which was left out.`, line);
      continue;
    }
    const operation = resolveNeeded(reading, value, `${method} ${path}`, line);
    if (operation === undefined) reading.warn(`${method} ${path} is no object and was left out.`, line);
    else found.push({ id: `${method} ${path}`, method, path, value: operation, line });
  }
  return found;
}

function readOperation(
  reading: Reading,
  { id, method, path, value, line }: FoundOperation,
  pathItem: PlainObject,
  defaults: Defaults,
): Operation {
  // Without any statement, of its own or of the document, an operation may need anything: it is not public.
  const own = readSecurity(reading, value, id) ?? defaults.security;
  const { stated, alsoStated } = applyScopeExtensions(reading, value, own, path);
  const assignments = uniqueAssignments(reading, stated?.assignments ?? []);
  const baseUrls = statedBaseUrls(reading, value) ?? statedBaseUrls(reading, pathItem);
  const basePaths = (baseUrls ?? defaults.baseUrls).basePaths;
  const source = reading.source(line);
  const summary = textField(value, 'summary');
  return {
    id,
    method,
    path,
    paths: basePaths.map((basePath) => `${basePath}${pathOnly(path)}`),
    ...(summary === undefined ? {} : { summary }),
    ...(baseUrls === undefined ? {} : { servers: baseUrls.servers }),
    security:
      stated === undefined ? 'undocumented' : settleScopeArrays(reading, stated.requirements, id, line),
    ...(assignments.length === 0 ? {} : { assignments }),
    ...(field(value, 'deprecated') === true
      ? { deprecated: { note: 'The document marks the operation as deprecated.', source } }
      : {}),
    parameters: readParameters(reading, path, pathItem, value, line),
    alsoStated,
    sources: [source],
  };
}

/** Alternatives of one line may name a scope several times. */
function uniqueAssignments(reading: Reading, stated: readonly Assignment[]): readonly Assignment[] {
  reading.spend(stated.length);
  const byPlace = new Map(stated.map((entry) => [`${entry.source.line} ${entry.scope}`, entry]));
  return [...byPlace.values()];
}
