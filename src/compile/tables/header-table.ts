import { name, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Header | Meaning`: response headers that carry facts about rate limits. */
export const headerTable: TableKind = {
  id: 'rate-limit header',
  columns: [
    { name: 'header', required: true },
    { name: 'meaning', required: true },
  ],
  read(row) {
    return {
      rateLimitHeaders: [{ name: name(row, 'header'), meaning: text(row, 'meaning'), source: row.source }],
    };
  },
};
