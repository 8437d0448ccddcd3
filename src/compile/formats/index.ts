import type { CatalogFormat } from '../format.js';
import { markdownFormat } from './markdown.js';
import { openApiFormat } from './openapi.js';

/** The kinds of documents that can be compiled, tried in this order: the first whose `matches` says yes compiles. */
export const formats: readonly CatalogFormat[] = [markdownFormat, openApiFormat];
