import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseToml } from 'smol-toml';
import { parse } from 'yaml';
import { codeListAt } from '../../src/fix/code-list.js';
import { diffOf } from '../../src/fix/diff.js';
import { jsonListUnder } from '../../src/fix/json-list.js';
import { applyEdits, changeList } from '../../src/fix/list.js';
import type { ListChange, ListPlace } from '../../src/fix/list.js';
import { listAt } from '../../src/fix/scope-list.js';
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

  const words = (text: string, asked: Parameters<typeof change>[2], file = 'a.ts'): string =>
    change(listAt(file, text, text.indexOf('A')), text, asked);

  it('of words in one string changes with its separators', () => {
    expect(words("x('A B C')", { remove: 'A' })).toBe("x('B C')");
    expect(words("x('A B C')", { remove: 'B' })).toBe("x('A C')");
    expect(words("x('A B C D')", { remove: 'B C D' })).toBe("x('A')");
    expect(words("x('A, B')", { remove: 'B', add: 'C' })).toBe("x('A, C')");
    expect(words("x('A, B')", { remove: 'B' })).toBe("x('A')");
    expect(words("x('A')", { remove: 'A' })).toBe("x('')");
    expect(words("x('A:x B')", { add: 'C:y' })).toBe("x('A:x B C:y')");
  });
  it('in a URL ends where its parameter does', () => {
    const url = "x('https://h.test/authorize?scope=A%20B%20C&state=1')";
    expect(words(url, { remove: 'C' })).toBe("x('https://h.test/authorize?scope=A%20B&state=1')");
    expect(words(url, { remove: 'A C', add: 'D' })).toBe("x('https://h.test/authorize?scope=B%20D&state=1')");
  });
  it('is none where a word is there twice, or where the string is another parameter of a URL', () => {
    expect(listAt('a.ts', "x('A A')", 3)).toBeUndefined();
    expect(listAt('a.ts', "x('https://h.test?a=A')", 20)).toBeUndefined();
  });

  it('of TOML, as a string, over lines or as an array', () => {
    const toml = (text: string, asked: Parameters<typeof change>[2]): string =>
      words(text, asked, 'shopify.app.toml');
    expect(toml('# A, B\n[x]\nscopes = "A,B,C" # A\n'.replace('# A, B\n', ''), { remove: 'B' })).toBe(
      '[x]\nscopes = "A,C" # A\n',
    );
    expect(toml('scopes = """\nA,\nB,\nC"""\n', { remove: 'B' })).toBe('scopes = """\nA,\nC"""\n');
    expect(toml('scopes = ["A", \'B\', "C"]\n', { remove: 'B C' })).toBe('scopes = ["A"]\n');
    expect(toml('scopes = [\n  "A", # the "first"\n  "B",\n]\n', { remove: 'B', add: 'C' })).toBe(
      'scopes = [\n  "A",\n  "C", # the "first"\n]\n',
    );
    expect(toml('scopes = "A"\n', { add: 'B' })).toBe('scopes = "A,B"\n');
  });
  it('of an environment file', () => {
    const env = (text: string, asked: Parameters<typeof change>[2]): string =>
      words(text, asked, '.env.example');
    expect(env('X=1\nexport S="A B C" # why\nY=2\n', { remove: 'A C' })).toBe(
      'X=1\nexport S="B" # why\nY=2\n',
    );
    expect(env('S=A,B # why', { remove: 'B' })).toBe('S=A # why');
    expect(env('S=A,B', { replace: 'A D' })).toBe('S=D,B');
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

describe('whatever the words of a string', () => {
  it('what is left is what should be, as a parser reads it', () => {
    const names = fc.uniqueArray(fc.constantFrom('B', 'C', 'D', 'E'), { minLength: 1 });
    fc.assert(
      fc.property(
        names.chain((all) => fc.tuple(fc.constant(['A', ...all]), fc.subarray(['A', ...all]))),
        fc.constantFrom(' ', ',', ', ', '\n', ',\n'),
        fc.subarray(['X', 'Y']),
        ([all, gone], separator, add) => {
          const text = `x = "A"\n[y]\nscopes = """${all.join(separator)}""" # A, B\n`;
          const list = listAt('a.toml', text, text.indexOf('"""') + 3);
          const changed = change(list, text, { remove: gone.join(' '), add: add.join(' ') });
          const { x, y } = parseToml(changed) as { x: string; y: { scopes: string } };
          const left = [...all.filter((one) => !gone.includes(one)), ...add];
          expect(x).toBe('A');
          expect(y.scopes.split(/[\s,]+/).filter((word) => word !== '')).toEqual(left);
          expect(changed.endsWith('# A, B\n')).toBe(true);
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
