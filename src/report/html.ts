import { createHash } from 'node:crypto';
import type { Report, ReportNote } from '../model/report.js';
import { coverageText } from './format/coverage.js';
import { shownFindings, worstFirst } from './format/shown.js';
import { formatNumber, formatPlace } from './format/text.js';
import { callsSection } from './html/calls.js';
import { credentialsSection } from './html/credentials.js';
import { findingsSection } from './html/findings.js';
import { loadSection } from './html/load.js';
import { html as template, raw, type Markup } from './html/markup.js';
import { script } from './html/script.js';
import { style } from './html/style.js';
import type { RenderContext, Reporter } from './reporter.js';

/** One file for a browser: no network, nothing but its own style and script, which it names by their hashes. */
export const html: Reporter = {
  id: 'html',
  description: 'one self-contained page',
  render: (report, context) => `${page(report, context).markup}\n`,
};

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Not written in the template: bundlers take a tagged template with the end of a script apart.
const scriptElement = raw(`<script>${script}</script>`);

function page(report: Report, context: RenderContext): Markup {
  const findings = worstFirst(shownFindings(report, context));
  const sections: readonly (readonly [id: string, title: string, content: Markup])[] = [
    ['findings', 'Findings', findingsSection(findings, context)],
    ['credentials', 'Credentials', credentialsSection(report)],
    ['load', 'Load', loadSection(report.load)],
    ['calls', 'Calls', callsSection(report)],
    ...(report.notes.length === 0 ? [] : [['notes', 'Notes', notes(report.notes)] as const]),
  ];
  return template`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>leastscope report</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
<header>
<div class="top"><h1>leastscope</h1><button type="button" id="theme" hidden>Colours</button></div>
${tiles(report, findings)}
<nav aria-label="Sections"><ul>${sections.map(([id, title]) => template`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main id="main">
${sections.map(
  ([id, title, content]) => template`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}
</section>
`,
)}</main>
<footer>leastscope ${report.tool.version}</footer>
${scriptElement}
</body>
</html>`;
}

function tiles(report: Report, findings: Report['findings']): Markup {
  const { summary, credentials, load } = report;
  const [requests = '', ...said] = coverageText(report).join('; ').split(' ');
  const errors = findings.filter((f) => f.severity === 'error').length;
  const warnings = findings.length - errors;
  const kept = credentials.filter(
    (c) => c.grantsKnown && c.missing.length === 0 && c.excess.length === 0,
  ).length;
  const beyond = load.filter((row) => row.verdict === 'exceeds' || row.verdict === 'may-exceed').length;
  const tile = (value: string, label: string, kind = ''): Markup =>
    template`<li><b class="${kind}">${value}</b> ${label}</li>`;
  return template`<ul class="tiles">
${tile(formatNumber(errors), errors === 1 ? 'error' : 'errors', errors > 0 ? 'error' : 'good')}
${tile(formatNumber(warnings), warnings === 1 ? 'warning' : 'warnings', warnings > 0 ? 'warn' : 'good')}
${tile(`${kept} of ${credentials.length}`, 'credentials with least privilege')}
${summary.known !== undefined && tile(formatNumber(summary.known), summary.known === 1 ? 'known finding' : 'known findings')}
${load.length > 0 && tile(`${beyond} of ${load.length}`, 'limits in danger', beyond > 0 ? 'warn' : 'good')}
${tile(requests, said.join(' '))}
</ul>`;
}

const notes = (all: readonly ReportNote[]): Markup =>
  template`<ul>${all.map(
    ({ file, line, message }) =>
      template`<li>${file !== null && template`<span class="place">${formatPlace({ file, line: line ?? 1 })}</span> `}${message}</li>`,
  )}</ul>`;
