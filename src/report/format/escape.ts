import { printable } from './text.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of others between tags or in a quoted attribute, of XML or HTML. What XML can't hold at all is replaced. */
export const escapeXml = (text: string): string =>
  printable(text)
    .replaceAll(/\p{Surrogate}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);

/**
 * Text of others in Markdown that GitHub or GitLab render: it stays text. It makes no markup, table cell or HTML, links
 * to nothing, and mentions nobody.
 */
export const escapeMarkdown = (text: string): string =>
  printable(text)
    .replaceAll(/[&<>`*[\]#|~@\\$]|:(?![\d ])|(?<![A-Za-z\d])_|_(?![A-Za-z\d])/g, entity)
    .replaceAll(/(?<=www)\./gi, entity)
    .replace(/^[-+=](?=[-=\s]|$)|^\d(?=\d*[.)])/, entity);

const entity = (char: string): string => `&#${char.charCodeAt(0)};`;

/** The same, shown as code. */
export const markdownCode = (text: string): string => `<code>${escapeMarkdown(text)}</code>`;
