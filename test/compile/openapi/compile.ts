import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompileSettings, CompiledPart } from '../../../src/compile/format.js';
import { compileOpenApi } from '../../../src/compile/openapi/compile-openapi.js';
import type { Operation, SecurityRequirement } from '../../../src/model/catalog.js';

const folder = path.join(import.meta.dirname, '../../fixtures/specs');

export const fixtureText = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** Compiles a fixture under its own name. */
export const compileFixture = (name: string, scopeArray?: CompileSettings['scopeArray']): CompiledPart =>
  compileText(fixtureText(name), name, scopeArray);

export const compileText = (
  text: string,
  document = 'api.yaml',
  scopeArray?: CompileSettings['scopeArray'],
): CompiledPart => compileOpenApi({ document, file: document, text }, { scopeArray });

/** Compiles an OpenAPI 3.1 document of these fields. */
export const compileObject = (fields: object, scopeArray?: CompileSettings['scopeArray']): CompiledPart =>
  compileText(JSON.stringify({ openapi: '3.1.0', ...fields }, undefined, 2), 'api.json', scopeArray);

export function operationOf({ part }: CompiledPart, id: string): Operation {
  const found = part.operations.find((operation) => operation.id === id);
  if (found === undefined)
    throw new Error(`no operation ${id}: ${part.operations.map((each) => each.id).join(', ')}`);
  return found;
}

export const securityOf = (
  compiled: CompiledPart,
): Record<string, readonly SecurityRequirement[] | 'undocumented'> =>
  Object.fromEntries(compiled.part.operations.map(({ id, security }) => [id, security]));

export const messagesOf = ({ warnings }: CompiledPart): string[] => warnings.map(({ message }) => message);
