import { escapeXml } from '../format/escape.js';

/** HTML that is safe as it is. Only `html` and `raw` make it, so that text of others can't pass unescaped. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template: text is escaped, `undefined` and `false` are nothing. */
export type Piece = string | number | Markup | undefined | false | readonly Piece[];

/** A template of HTML or SVG: html`<p class="${name}">${text}</p>`. Values in attributes need quotes around them. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup => ({
  markup: strings.map((text, i) => text + (i < pieces.length ? textOf(pieces[i]) : '')).join(''),
});

/** Text of leastscope's own that is markup already. */
export const raw = (markup: string): Markup => ({ markup });

function textOf(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escapeXml(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(textOf).join('');
}
