import type { ReportFinding } from '../../model/report.js';
import { html, type Markup } from './markup.js';

const around = 2;
const mostMarked = 8;
/** Of a longer line, this much is shown from where the marked part starts. */
const reach = 160;
/** Where the marked part starts further right than this, the line begins shortly before it: else it is out of sight. */
const farRight = 80;
const lead = 16;

/** The lines of a finding with their neighbours; nothing where the text has no such line. */
export function excerpt(text: string, finding: ReportFinding): Markup | undefined {
  const last = Math.min(finding.endLine, finding.line + mostMarked - 1);
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/, last + around);
  if (lines[finding.line - 1] === undefined) return undefined;
  const first = Math.max(1, finding.line - around);
  const rows = lines.slice(first - 1).map((line, i) => {
    const number = first + i;
    const isMarked = number >= finding.line && number <= last;
    const code = isMarked ? marked(line, number, finding) : html`${shown(line.slice(0, reach * 2))}`;
    return html`<span class="line"><span class="number">${number}</span>${code} </span>`;
  });
  return html`<pre tabindex="0" aria-label="Code of ${finding.file}"><code>${rows}</code></pre>`;
}

function marked(
  line: string,
  number: number,
  { line: first, column, endLine, endColumn }: ReportFinding,
): Markup {
  const indent = line.length - line.trimStart().length;
  const start = number === first ? Math.min(column - 1, line.length) : indent;
  const end = number === endLine ? Math.max(start, Math.min(endColumn - 1, line.length)) : line.length;
  const from = start > farRight ? start - lead : 0;
  const to = Math.max(start, Math.min(end, start + reach));
  const after = line.slice(to, to + reach);
  return html`${from > 0 && '…'}${shown(line.slice(from, start))}<mark>${shown(line.slice(start, to))}</mark>${shown(after)}${to + after.length < line.length && '…'}`;
}

const shown = (code: string): string => code.replaceAll('\t', '  ');
