import type { Operation, Scope } from '../../model/catalog.js';
import { UserError } from '../../model/errors.js';
import { emptyPart } from '../format.js';
import type { CompileSettings, CompiledPart, SourceText } from '../format.js';
import { readOperations } from './operations.js';
import { field, objectField, textField } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import { resolveNeeded } from './references.js';
import { startReading } from './reading.js';
import type { Reading } from './reading.js';
import { uniteSameRoutes } from './same-route.js';
import { readSchemes } from './schemes.js';
import { warnOfScopeArrays } from './scope-arrays.js';
import { readSecurity } from './security.js';
import { rootBaseUrls } from './servers.js';

/**
 * Compiles an OpenAPI 3.x or Swagger 2.0 document, JSON or YAML. It reads what a catalog needs and validates nothing
 * else, because strict validation rejects half of the documents that vendors publish. Pure.
 */
export function compileOpenApi(source: SourceText, settings: CompileSettings): CompiledPart {
  const reading = startReading(source, settings);
  checkVersion(reading);
  const paths = neededPaths(reading);
  for (const { key, line } of reading.repeated)
    reading.warn(`The key ${key} is repeated; only the last one counts.`, line);

  const queryPaths = Object.keys(objectField(reading.root, 'x-ms-paths') ?? {}).length;
  if (queryPaths > 0) reading.warn(`${queryPaths} paths under \`x-ms-paths\` were left out.`);

  const baseUrls = rootBaseUrls(reading);
  const security = readSecurity(reading, reading.root, 'The document');
  const { schemes, scopes } = readSchemes(reading);
  const { operations, rateLimits } = readOperations(reading, paths, { security, baseUrls });
  warnOfScopeArrays(reading, operations);
  warnOfUndeclaredScopes(reading, operations, scopes);
  const title = textField(objectField(reading.root, 'info') ?? {}, 'title');
  const part = {
    ...emptyPart,
    ...(title === undefined ? {} : { title }),
    servers: baseUrls.servers,
    schemes,
    scopes,
    operations: uniteSameRoutes(reading, operations),
    rateLimits,
    ...(settings.caseInsensitivePaths === undefined
      ? {}
      : { caseInsensitivePaths: settings.caseInsensitivePaths }),
  };
  return { part, warnings: reading.warnings() };
}

function checkVersion({ root, isSwagger, file, lines }: Reading): void {
  const name = isSwagger ? 'swagger' : 'openapi';
  const version = textField(root, name);
  if (version !== undefined && (isSwagger ? /^2(\.0)?$/ : /^3(\.|$)/).test(version)) return;
  const line = lines.ofKey(root, name) ?? 1;
  throw new UserError(
    version === undefined
      ? 'The document says nowhere that it is an OpenAPI document.'
      : `The document is of the version ${name} ${version}, which can't be read.`,
    { file, line },
    'Documents with `swagger: "2.0"` or `openapi: 3.x` can be compiled.',
  );
}

function neededPaths(reading: Reading): PlainObject {
  const stated = field(reading.root, 'paths');
  const line = reading.lines.of(stated) ?? reading.lines.ofKey(reading.root, 'paths');
  // A 3.1 document may describe webhooks alone, which the provider calls and no client.
  if (stated === undefined && field(reading.root, 'webhooks') !== undefined) {
    reading.warn('The document describes only webhooks, so the catalog has no operations.');
    return {};
  }
  const paths = resolveNeeded(reading, stated, 'The field `paths`', line);
  if (paths === undefined) {
    throw new UserError(
      'The document has no `paths`, so it describes no operations.',
      { file: reading.file, line: line ?? 1 },
      'Give the document that holds the paths.',
    );
  }
  if (Object.keys(paths).length === 0) {
    reading.warn('The `paths` of the document are empty, so the catalog has no operations.', line);
  }
  return paths;
}

/** A scope that no scheme declares counts all the same, but may be misspelt; many documents declare none at all. */
function warnOfUndeclaredScopes(
  reading: Reading,
  operations: readonly Operation[],
  declared: readonly Scope[],
): void {
  const known = new Set(declared.map((scope) => scope.name));
  const found = new Map<string, number>();
  for (const { scope, source } of operations.flatMap(({ assignments = [] }) => assignments)) {
    if (!known.has(scope) && !found.has(scope)) found.set(scope, source.line);
  }
  if (known.size === 0 || found.size === 0) return;
  const names = [...found.keys()];
  const [line] = found.values();
  reading.warn(
    `Operations ask for scopes that no security scheme declares: ${names.slice(0, 5).join(', ')}${names.length > 5 ? `, and ${names.length - 5} more` : ''}.`,
    line,
  );
}
