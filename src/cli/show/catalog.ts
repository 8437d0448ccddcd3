import type { Catalog } from '../../model/catalog.js';
import { count, printable } from '../../report/format/text.js';
import { definitions, indent } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import { limitText } from './limits.js';
import { needsText } from './operation.js';
import type { Page } from './page.js';
import { wrap } from '../../report/pretty/width.js';

/** A whole catalog: scopes, operations with what they need, limits. */
export function catalogLines(catalog: Catalog, { width, theme }: Page): Lines {
  const part = (title: string, lines: Lines): Lines => ['', theme.title(title), ...indent(lines, 2)];
  return [
    ...wrap(
      `${theme.title(printable(catalog.provider))}${theme.dim(` · ${printable(catalog.title)}`)}`,
      width,
    ),
    ...part(
      count(catalog.scopes.length, 'scope'),
      definitions(
        catalog.scopes.map((scope) => ({
          left: theme.scope(printable(scope.name)),
          right: printable(scope.description),
        })),
        width - 2,
      ),
    ),
    ...part(
      count(catalog.operations.length, 'operation'),
      definitions(
        catalog.operations.map((operation) => ({
          left: printable(operation.id),
          right: printable(needsText(operation, catalog)),
        })),
        width - 2,
      ),
    ),
    ...part(
      count(catalog.rateLimits.length, 'limit'),
      definitions(
        catalog.rateLimits.map((limit) => ({ left: printable(limit.id), right: limitText(limit) })),
        width - 2,
      ),
    ),
  ];
}
