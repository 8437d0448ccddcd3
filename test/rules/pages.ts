import { readFileSync } from 'node:fs';
import path from 'node:path';
import plugin from '../../rules/index.js';

export const docs = path.resolve(import.meta.dirname, '../../docs');
export const pageOf = (rule: string): string => path.join(docs, 'rules', `${rule}.md`);
export const ruleNames = Object.keys(plugin.rules).sort();

/** A project that a page shows: texts by file, and the places that are marked as reported. */
export interface Example {
  readonly files: ReadonlyMap<string, string>;
  readonly reported: readonly string[];
}

interface Page {
  readonly incorrect: Example;
  readonly correct: Example;
}

const mark = '// reported';
/** Ends the part of a page that is made from the rule itself. */
const endOfHead = '<!-- by hand from here -->\n';

/** The examples of a page, as its reader would write them to files; the config above both counts in both. */
export function readPage(rule: string): Page {
  const [head = '', incorrect = '', correct = ''] = readFileSync(pageOf(rule), 'utf8').split(
    /^## (?:Incorrect|Correct)$/m,
  );
  const shared = blocksOf(head);
  const example = (section: string): Example => {
    const files = new Map([...shared, ...blocksOf(section)]);
    const reported = [...files].flatMap(([file, text]) =>
      text.split('\n').flatMap((line, i) => (line.endsWith(mark) ? [`${file}:${i + 1}`] : [])),
    );
    return { files, reported };
  };
  return { incorrect: example(incorrect), correct: example(correct) };
}

/** Blocks of code by the file name in their first comment. */
function blocksOf(section: string): [string, string][] {
  return [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => [
    /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text)?.[1] ?? `example.${language}`,
    text,
  ]);
}

const levelIn = (config: 'recommended' | 'strict', rule: string): string =>
  String(plugin.configs[config].rules?.[`leastscope/${rule}`] ?? 'off');

/** A page with the part that follows from the rule made anew. */
export function withHead(rule: string): string {
  const [old = '', body = old.replace(/^# .*\n\n/, '')] = readFileSync(pageOf(rule), 'utf8').split(endOfHead);
  const { description = '' } = plugin.rules[rule]?.meta.docs ?? {};
  return `# ${rule}

${description}

\`leastscope/${rule}\` is \`${levelIn('recommended', rule)}\` in \`recommended\`, \`${levelIn('strict', rule)}\` in \`strict\`. What to do about it: [findings](../findings.md#${rule}). Lines that the rule reports are marked below.

${endOfHead}${body}`;
}

/** The table of all rules, as Markdown. */
export function ruleTable(): string {
  const rows = ruleNames.map(
    (rule) =>
      `| [${rule}](rules/${rule}.md) | ${plugin.rules[rule]?.meta.docs?.description ?? ''} | ${levelIn('recommended', rule)} |`,
  );
  return ['| rule | reports | in `recommended` |', '|---|---|---|', ...rows].join('\n');
}
