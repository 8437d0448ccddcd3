import { expect, test } from 'vitest';
import type { ReportFinding } from '../../src/model/report.js';
import { github } from '../../src/report/github.js';
import { renderReport } from '../../src/report/index.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext, hostileText } from './hostile.js';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const unescapeData = (text: string) =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string) => unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));

/** Reads lines as the runner does: `::name key=value,key=value::message`. */
function commandsIn(output: string): Command[] {
  return output.split('\n').flatMap((line) => {
    if (!line.trimStart().startsWith('::')) return [];
    const head = line.trimStart().slice(2);
    const end = head.indexOf('::');
    const [name = '', ...rest] = head.slice(0, end).split(' ');
    const pairs = rest
      .join(' ')
      .split(',')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), unescapeProperty(pair.slice(pair.indexOf('=') + 1))]);
    return [{ name, properties: Object.fromEntries(pairs), message: unescapeData(head.slice(end + 2)) }];
  });
}

test('an annotation for each finding, errors first', () => {
  const commands = commandsIn(renderReport(github, golden, context({ folder: () => 'apps/a/' })));
  expect(commands).toEqual([
    {
      name: 'error',
      properties: {
        file: 'apps/a/src/requests.ts',
        line: '4',
        endLine: '4',
        col: '8',
        endColumn: '83',
        title: 'leastscope missing-scope',
      },
      message: golden.findings[0]?.message,
    },
    expect.objectContaining({ name: 'warning' }),
  ]);
});

test('columns only within one line', () => {
  const findings = golden.findings.slice(0, 1).map((f) => ({ ...f, endLine: 5 }));
  const [command] = commandsIn(renderReport(github, { ...golden, findings }, context()));
  expect(Object.keys(command?.properties ?? {})).toEqual(['file', 'line', 'endLine', 'title']);
});

test('ten of a severity at most: the last one says how many there are, the log has them', () => {
  const [one] = golden.findings;
  const many = (severity: ReportFinding['severity'], amount: number) =>
    Array.from({ length: amount }, (_, i) => ({ ...one!, severity, line: i + 1, message: `number ${i}` }));
  const output = renderReport(
    github,
    { ...golden, findings: [...many('error', 14), ...many('warn', 10)] },
    context(),
  );
  const commands = commandsIn(output);
  expect(commands.filter(({ name }) => name === 'error')).toHaveLength(10);
  expect(commands.filter(({ name }) => name === 'warning')).toHaveLength(10);
  expect(commands[9]?.message).toBe('and 5 more errors: the log of this step has them');
  for (let i = 0; i < 14; i++) expect(output).toContain(`number ${i}\n`);
});

test('names and code of others make no command of their own', () => {
  const findings = Array.from({ length: 3 }, () => hostile.findings).flat();
  const output = renderReport(github, { ...hostile, findings }, hostileContext());
  const commands = commandsIn(output);
  expect(new Set(commands.map(({ name }) => name))).toEqual(new Set(['error', 'warning']));
  expect(commands).toHaveLength(20);
  expect(output).not.toContain('\r');
  for (const line of output.split('\n')) if (!line.startsWith('::')) expect(line).not.toContain('##[');
  const file = commands[0]?.properties['file'] ?? '';
  expect(file.startsWith('src/')).toBe(true);
  expect(commands.map(({ message }) => message)).toContain(hostileText[6]);
});
