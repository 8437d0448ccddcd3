import { duration } from '../model/duration.js';
import { cut } from './format/text.js';
import { html, raw } from './html/markup.js';
import { barWords, countedBy, loadBar, verdictWords, worstLoadFirst } from './plot/bar.js';
import type { Reporter } from './reporter.js';

const width = 860;
const rowHeight = 40;
const top = 44;
const bar = { x: 560, width: 280, height: 12 };
const mostRows = 200;
const longestName = 70;

const style = `
text { font: 13px system-ui, sans-serif; fill: #1c2128 }
.title { font-weight: 600; font-size: 15px } .dim { fill: #57606a; font-size: 12px }
.page { fill: #fff } .track { fill: #eaeef2 } .within { fill: #2da44e } .may-exceed, .unknown { fill: #bf8700 }
.exceeds { fill: #cf222e } .expected { fill: #fff; stroke: #1c2128 } .quota { stroke: #1c2128; stroke-width: 1.5 }
.open { fill: none; stroke: #1c2128; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .dim { fill: #9da7b3 } .page { fill: #0d1117 } .track { fill: #30363d }
  .expected { fill: #0d1117; stroke: #e6edf3 } .quota, .open { stroke: #e6edf3 }
}`;

/** The load plot alone: a picture for a page or a slide. */
export const svg: Reporter = {
  id: 'svg',
  description: 'the load plot as a picture',
  render({ load }) {
    const rows = worstLoadFirst(load);
    const shown = rows.slice(0, mostRows);
    const hidden = rows.length - shown.length;
    const height = top + Math.max(1, shown.length + (hidden > 0 ? 1 : 0)) * rowHeight + 8;
    const last = top + shown.length * rowHeight + 16;
    return `${
      html`<svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox="0 0 ${width} ${height}"
        width="${width}"
        height="${height}"
        role="img"
        aria-labelledby="title"
      >
        <title id="title">Requests for each window against the limits of the API</title>
        <style>
          ${raw(style)}
        </style>
        <rect class="page" width="${width}" height="${height}" />
        <text class="title" x="16" y="26">Load against limits</text>
        <text class="dim" x="${bar.x + bar.width / 2}" y="26" text-anchor="middle">quota</text>
        ${shown.map((row, i) => {
          const y = top + i * rowHeight;
          const name = [row.limit, countedBy(row)].filter((part) => part !== undefined).join(' · ');
          return html`<g
            ><title>${name}: ${barWords(row)}</title>
            <text x="16" y="${y + 12}">${cut(name, longestName)}</text>
            <text class="dim" x="16" y="${y + 27}"
              >${verdictWords[row.verdict]}: ${barWords(row)} in ${duration(row.windowSeconds)}</text
            >
            ${loadBar(row, { ...bar, y: y + 8 })}
          </g> `;
        })}
        ${shown.length === 0 && html`<text class="dim" x="16" y="${last}">No limit is reached by the calls that were found.</text>`}
        ${hidden > 0 && html`<text class="dim" x="16" y="${last}">and ${hidden} more</text>`}
      </svg>`.markup
    }\n`;
  },
};
