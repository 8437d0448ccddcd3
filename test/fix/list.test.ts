import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeListAt } from '../../src/fix/code-list.js';
import { diffOf } from '../../src/fix/diff.js';
import { jsonListUnder } from '../../src/fix/json-list.js';
import { applyEdits, changeList, withoutWord } from '../../src/fix/list.js';
import type { ListChange, ListPlace } from '../../src/fix/list.js';
import { yamlListAt, yamlListUnder } from '../../src/fix/yaml-list.js';

const change = (
  list: ListPlace | undefined,
  text: string,
  { remove = '', add = '', replace = '' },
): string => {
  if (!list) throw new Error('no list');
  const words = (all: string): string[] => all.split(' ').filter((word) => word !== '');
  const [from = '', to = ''] = words(replace);
  const asked: ListChange = {
    remove: new Set(words(remove)),
    add: words(add),
    replace: new Map(replace === '' ? [] : [[from, to]]),
  };
  return applyEdits(text, changeList(text, list, asked));
};

const yaml = (text: string, asked: Parameters<typeof change>[2]): string =>
  change(yamlListUnder(text, ['grants']), text, asked);
const json = (text: string, asked: Parameters<typeof change>[2]): string =>
  change(jsonListUnder(text, ['grants']), text, asked);
const code = (text: string, asked: Parameters<typeof change>[2]): string =>
  change(codeListAt('a.ts', text, text.indexOf('A')), text, asked);

describe('a YAML list', () => {
  it('in brackets loses an item, with one comma', () => {
    expect(yaml('grants: [A, B, C] # why\n', { remove: 'A' })).toBe('grants: [B, C] # why\n');
    expect(yaml('grants: [A, B, C]\n', { remove: 'B' })).toBe('grants: [A, C]\n');
    expect(yaml('grants: [A, B, C]\n', { remove: 'B C' })).toBe('grants: [A]\n');
    expect(yaml('grants: [A, B]\n', { remove: 'A B' })).toBe('grants: []\n');
  });

  it('of dashes loses the line, and keeps the comments on others', () => {
    const text = 'grants:\n  # first\n  - A # a\n  - B # b\n\n  - C\nmore: 1\n';
    expect(yaml(text, { remove: 'B' })).toBe('grants:\n  # first\n  - A # a\n\n  - C\nmore: 1\n');
    expect(parse(yaml('grants:\n- A\n- B\nmore: 1\n', { remove: 'A B' }))).toEqual({ grants: [], more: 1 });
    expect(parse(yaml(text, { remove: 'A B C' }))).toEqual({ grants: [], more: 1 });
    expect(yaml(text, { remove: 'C' })).toBe('grants:\n  # first\n  - A # a\n  - B # b\n\nmore: 1\n');
  });

  it('gets items in its own style', () => {
    expect(yaml('grants: [A, "B"]\n', { add: 'C' })).toBe('grants: [A, "B", "C"]\n');
    expect(yaml('grants: []\n', { add: 'C D' })).toBe('grants: [C, D]\n');
    expect(yaml('grants:\n  - A # a\nmore: 1\n', { add: 'C' })).toBe('grants:\n  - A # a\n  - C\nmore: 1\n');
    expect(yaml('grants:\r\n  - A\r\nmore: 1\r\n', { add: 'C' })).toBe(
      'grants:\r\n  - A\r\n  - C\r\nmore: 1\r\n',
    );
    expect(yaml('grants: [A]\n', { add: 'user:read' })).toBe('grants: [A, "user:read"]\n');
  });

  it('has an item replaced where it stands', () => {
    expect(yaml("grants: [A, 'B'] # c\n", { replace: 'B D' })).toBe("grants: [A, 'D'] # c\n");
  });

  it('that others share is left alone', () => {
    expect(yamlListUnder('grants: &g [A]\nother: *g\n', ['grants'])).toBeUndefined();
    expect(yamlListUnder('base: &g [A]\ngrants: *g\n', ['grants'])).toBeUndefined();
    expect(yamlListUnder('base: &b\n  grants: [A]\n', ['base', 'grants'])).toBeUndefined();
    expect(yamlListAt('a: [x, y]\n', 4)?.items.map(({ value }) => value)).toEqual(['x', 'y']);
  });
});

describe('a JSON list', () => {
  it('stays JSON, also when its last item goes', () => {
    const text = '{\n  "grants": [\n    "A",\n    "B"\n  ]\n}\n';
    expect(json(text, { remove: 'B' })).toBe('{\n  "grants": [\n    "A"\n  ]\n}\n');
    expect(json(text, { remove: 'A' })).toBe('{\n  "grants": [\n    "B"\n  ]\n}\n');
    expect(json(text, { add: 'C' })).toBe('{\n  "grants": [\n    "A",\n    "B",\n    "C"\n  ]\n}\n');
    expect(json('{"grants":[]}', { add: 'C' })).toBe('{"grants":["C"]}');
  });

  it('may have comments, which stay', () => {
    const text = '{ // top\n  "grants": ["A", /* b */ "B"] // end\n}';
    expect(json(text, { remove: 'A' })).toBe('{ // top\n  "grants": ["B"] // end\n}');
  });
});

describe('a list in code', () => {
  it('keeps its form and the comments on others', () => {
    const text = "const s = [\n  'A', // a\n  'B', // b\n  'C',\n] as const;\n";
    expect(code(text, { remove: 'B' })).toBe("const s = [\n  'A', // a\n  'C',\n] as const;\n");
    expect(code(text, { remove: 'C' })).toBe("const s = [\n  'A', // a\n  'B', // b\n] as const;\n");
    expect(code("f({ scope: ['A', `B`] });", { remove: 'A' })).toBe('f({ scope: [`B`] });');
    expect(code("f({ scope: ['A', other] });", { add: 'C' })).toBe("f({ scope: ['A', other, C] });");
  });

  it('of words in one string loses the word and a separator', () => {
    const without = (text: string, word: string): string => {
      const edit = withoutWord(text, 0, text.length, word);
      return edit ? applyEdits(text, [edit]) : 'none';
    };
    expect(without("'A B C'", 'A')).toBe("'B C'");
    expect(without("'A B C'", 'B')).toBe("'A C'");
    expect(without("'A, B'", 'B')).toBe("'A'");
    expect(without("'A'", 'A')).toBe("''");
    expect(without("'A A'", 'A')).toBe('none');
    expect(without("'https://x?scope=A B'", 'A')).toBe('none');
  });
});

describe('whatever the list', () => {
  const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 1 });
  const subset = (of: readonly string[]) => fc.subarray([...of]);
  const form = fc.constantFrom('flow', 'block', 'lines');

  it('what is left is what should be, and nothing else changes', () => {
    fc.assert(
      fc.property(
        names.chain((all) => fc.tuple(fc.constant(all), subset(all))),
        form,
        fc.subarray(['X', 'Y']),
        ([all, gone], style, add) => {
          const text =
            style === 'flow'
              ? `before: 1\ngrants: [${all.join(', ')}] # c\nafter: 2\n`
              : style === 'block'
                ? `before: 1\ngrants:\n${all.map((one) => `  - ${one} # ${one.toLowerCase()}\n`).join('')}after: 2\n`
                : `before: 1\ngrants: [\n${all.map((one) => `    ${one},\n`).join('')}  ]\nafter: 2\n`;
          const changed = yaml(text, { remove: gone.join(' '), add: add.join(' ') });
          const kept = all.filter((one) => !gone.includes(one));
          expect(parse(changed)).toEqual({ before: 1, grants: [...kept, ...add], after: 2 });
          if (style === 'block')
            for (const one of kept) expect(changed).toContain(`- ${one} # ${one.toLowerCase()}`);
        },
      ),
    );
  });
});

describe('the diff', () => {
  const diff = (text: string, from: string, to: string): string => {
    const start = text.indexOf(from);
    return diffOf('a.txt', text, [{ start, end: start + from.length, text: to }]);
  };

  it('shows three lines around a change', () => {
    const text = Array.from({ length: 9 }, (_, i) => `line ${i + 1}\n`).join('');
    expect(diff(text, 'line 5', 'five')).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+five\n line 6\n line 7\n line 8\n',
    );
    expect(diff(text, 'line 2\n', '')).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,5 +1,4 @@\n line 1\n-line 2\n line 3\n line 4\n line 5\n',
    );
  });

  it('says where the last line has no end', () => {
    expect(diff('a\nb', 'b', 'c')).toContain(
      '-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n',
    );
  });
});
