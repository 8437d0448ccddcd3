import { html, type Markup } from './markup.js';

interface Table {
  /** What is in it, for readers of the page who don't see it. */
  readonly label: string;
  readonly kind: string;
  readonly heads: readonly string[];
  readonly rows: readonly Markup[];
}

/** A table that scrolls by itself where the page is narrow, by keyboard too. */
export const scrollingTable = ({ label, kind, heads, rows }: Table): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table class="${kind}">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
