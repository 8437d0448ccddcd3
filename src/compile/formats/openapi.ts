import type { CatalogFormat, SourceText } from '../format.js';
import { compileOpenApi } from '../openapi/compile-openapi.js';

/** OpenAPI 3.0 and 3.1, and Swagger 2.0, as JSON or YAML. */
export const openApiFormat: CatalogFormat = {
  id: 'openapi',
  recognizedBy: '.json, .yaml or .yml with "openapi" or "swagger" and its version',
  matches: ({ file, text }: SourceText): boolean =>
    /\.(json|ya?ml)$/i.test(file) && (/^\uFEFF?\s*\{/.test(text) ? statedInJson : statedInYaml).test(text),
  compile: compileOpenApi,
};

/** With its version, because other kinds of documents have fields of these names. */
const statedInJson = /"(openapi|swagger)"\s*:\s*"?\d/;
const statedInYaml = /^\uFEFF?["']?(openapi|swagger)["']?\s*:\s*["']?\d/m;
