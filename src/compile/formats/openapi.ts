import type { CatalogFormat, SourceText } from '../format.js';
import { compileOpenApi } from '../openapi/compile-openapi.js';

/** OpenAPI 3.0 and 3.1, and Swagger 2.0, as JSON or YAML. */
export const openApiFormat: CatalogFormat = {
  id: 'openapi',
  matches: ({ file, text }: SourceText): boolean =>
    /\.(json|ya?ml)$/i.test(file) && (/^\uFEFF?\s*\{/.test(text) ? statedInJson : statedInYaml).test(text),
  compile: compileOpenApi,
};

const statedInJson = /"(openapi|swagger)"\s*:/;
const statedInYaml = /^\uFEFF?["']?(openapi|swagger)["']?\s*:/m;
