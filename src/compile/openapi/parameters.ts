import { parameterNames } from '../../catalog/path-template.js';
import type { OperationParameter } from '../../model/catalog.js';
import { pathOnly } from './path-template.js';
import { field, isPlainObject, listField, objectField, textField, textOf } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';
import { resolve } from './references.js';

/**
 * The template's parameters, declared or not (documents forget them), then the query and header parameters that
 * the path item and the operation declare; the operation's replace those of the path item.
 */
export function readParameters(
  reading: Reading,
  template: string,
  pathItem: PlainObject,
  operation: PlainObject,
  line: number | undefined,
): readonly OperationParameter[] {
  const stated = [...listField(pathItem, 'parameters'), ...listField(operation, 'parameters')];
  reading.spend(stated.length);
  const declared = new Map<string, OperationParameter>();
  for (const entry of stated) {
    const parameter = readParameter(reading, entry, line);
    if (parameter !== undefined) declared.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  const inPath = [...new Set(parameterNames(pathOnly(template)))].map((name): OperationParameter => ({
    ...(declared.get(`path ${name}`) ?? { name, in: 'path', source: reading.source(line) }),
    // A request without it has another path, whatever the document says.
    required: true,
  }));
  return [...inPath, ...[...declared.values()].filter((parameter) => parameter.in !== 'path')];
}

function readParameter(
  reading: Reading,
  stated: unknown,
  line: number | undefined,
): OperationParameter | undefined {
  const resolved = resolve(reading, stated);
  if (resolved.kind !== 'object') {
    if (resolved.kind !== 'none') {
      reading.tally(
        resolved.kind === 'remote' ? remoteParameters : danglingParameters,
        resolved.reference,
        line,
      );
    }
    return undefined;
  }
  const name = textField(resolved.value, 'name');
  const place = textField(resolved.value, 'in');
  if (name === undefined || (place !== 'path' && place !== 'query' && place !== 'header')) return undefined;
  // Swagger puts the type on the parameter, OpenAPI in its schema.
  const type = objectField(resolved.value, 'schema') ?? resolved.value;
  const format = textField(type, 'format');
  const value = onlyValue(type);
  return {
    name,
    in: place,
    required: field(resolved.value, 'required') === true,
    ...(format === undefined ? {} : { format }),
    ...(value === undefined ? {} : { value }),
    source: reading.source(reading.lines.of(resolved.value) ?? reading.lines.of(stated) ?? line),
  };
}

function onlyValue(type: PlainObject): string | undefined {
  const [only, ...others] = listField(type, 'enum');
  return others.length === 0 && !isPlainObject(only) ? textOf(only ?? field(type, 'const')) : undefined;
}

const leftOut = (count: number, what: string, example: string): string =>
  `The parameter ${example}${count > 1 ? ` (and ${count - 1} more)` : ''} ${what}; path parameters were taken from the templates, others are left out.`;

const remoteParameters = (count: number, example: string): string =>
  leftOut(count, 'is in another document', example);

const danglingParameters = (count: number, example: string): string =>
  leftOut(count, 'is a reference that leads nowhere', example);
