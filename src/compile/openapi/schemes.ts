import type { OpenAPIV2, OpenAPIV3 } from 'openapi-types';
import type { Scope, SchemeId, SecurityScheme } from '../../model/catalog.js';
import { field, isPlainObject, objectField, textField, textOf } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';
import { resolveNeeded } from './references.js';

type DocumentedType =
  OpenAPIV2.SecuritySchemeObject['type'] | OpenAPIV3.SecuritySchemeObject['type'] | 'mutualTLS';

const schemeTypes: Readonly<Record<DocumentedType, SecurityScheme['type']>> = {
  basic: 'http',
  http: 'http',
  apiKey: 'apiKey',
  oauth2: 'oauth2',
  openIdConnect: 'openIdConnect',
  mutualTLS: 'mutualTLS',
};

/** The security schemes that a document declares, and the scopes they declare, in the document's order. */
export function readSchemes(reading: Reading): {
  schemes: Readonly<Record<SchemeId, SecurityScheme>>;
  scopes: readonly Scope[];
} {
  const schemes: [SchemeId, SecurityScheme][] = [];
  const scopes = new Map<string, Scope>();
  const declared = reading.isSwagger
    ? objectField(reading.root, 'securityDefinitions')
    : objectField(objectField(reading.root, 'components') ?? {}, 'securitySchemes');
  for (const [id, stated] of Object.entries(declared ?? {})) {
    const line = reading.lines.of(stated);
    const scheme = resolveNeeded(reading, stated, `The security scheme ${id}`, line);
    if (scheme === undefined) {
      reading.warn(`The security scheme ${id} is no object and was left out.`, reading.lines.of(declared));
      continue;
    }
    const type = textField(scheme, 'type') ?? '';
    if (!isDocumentedType(type)) {
      reading.warn(`The security scheme ${id} has the unknown type "${type}" and counts as \`http\`.`, line);
    }
    const description = textField(scheme, 'description');
    schemes.push([
      id,
      {
        type: isDocumentedType(type) ? schemeTypes[type] : 'http',
        ...(description === undefined ? {} : { description }),
      },
    ]);
    for (const declaration of scopeDeclarations(scheme)) addScopes(reading, declaration, scopes);
  }
  return { schemes: Object.fromEntries(schemes), scopes: [...scopes.values()] };
}

const isDocumentedType = (type: string): type is DocumentedType => Object.hasOwn(schemeTypes, type);

/** Swagger declares scopes in the scheme, OpenAPI once in each flow. Any type may declare them: documents do. */
function scopeDeclarations(scheme: PlainObject): PlainObject[] {
  const flows = Object.values(objectField(scheme, 'flows') ?? {}).filter(isPlainObject);
  return [scheme, ...flows].map((holder) => field(holder, 'scopes')).filter(isPlainObject);
}

function addScopes(reading: Reading, declaration: PlainObject, scopes: Map<string, Scope>): void {
  reading.spend(Object.keys(declaration).length);
  for (const [name, description] of Object.entries(declaration)) {
    // Swagger allows extensions among the scopes.
    if (name === '' || name.startsWith('x-') || scopes.has(name)) continue;
    scopes.set(name, {
      name,
      description: textOf(description) ?? '',
      implies: [],
      describedAs: [],
      source: reading.source(reading.lines.ofKey(declaration, name)),
    });
  }
}
