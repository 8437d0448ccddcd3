import { describe, expect, it } from 'vitest';
import { costOf } from '../../src/scopes/objective.js';
import { indexScopes } from '../../src/scopes/scope-index.js';
import { solve } from '../../src/scopes/solve.js';
import { splitCredential } from '../../src/scopes/split.js';
import { below, pick, randomCatalog, seeded } from './random-catalog.js';
import { smallCatalog } from './small-catalog.js';

const index = indexScopes(
  smallCatalog({
    operations: {
      'GET /a': [['A_READ'], ['A']],
      'PUT /a': [['A']],
      'DELETE /a': [['A']],
      'GET /b': [['B_READ']],
      'GET /b/all': [['B_READ']],
      'GET /public': [[]],
    },
  }),
);
const reader = { label: 'src/reader.ts', operations: ['GET /a', 'GET /b', 'GET /public'] };
const writer = { label: 'src/writer.ts', operations: ['GET /a', 'PUT /a'] };

describe('splitCredential', { timeout: 60_000 }, () => {
  it('parts the job that only reads from the one that writes, and says what each is spared', () => {
    const { whole, splits } = splitCredential(index, [writer, reader]);
    expect(whole.scopes).toEqual(['A', 'B_READ']);
    // Both ways of dividing come to the same, which is proposed once.
    expect(splits.map(({ kind }) => kind)).toEqual(['readers-apart']);
    const [first] = splits;
    expect(
      first?.parts.map(({ labels, least, saves, without }) => ({
        labels,
        scopes: least.scopes,
        saves,
        without,
      })),
    ).toEqual([
      // Undivided, the reader would hold PUT /a and DELETE /a too.
      {
        labels: ['src/reader.ts'],
        scopes: ['A_READ', 'B_READ'],
        saves: { excessWrites: 2, excessReads: 0 },
        without: ['A'],
      },
      // And the writer both reads of B.
      {
        labels: ['src/writer.ts'],
        scopes: ['A'],
        saves: { excessWrites: 0, excessReads: 2 },
        without: ['B_READ'],
      },
    ]);
    expect(first?.saves).toEqual({ excessWrites: 2, excessReads: 2 });
  });

  it('proposes nothing for one group, for equal needs, or where no scope is needed', () => {
    expect(splitCredential(index, [reader]).splits).toEqual([]);
    expect(splitCredential(index, [reader, { ...reader, label: 'src/copy.ts' }]).splits).toEqual([]);
    expect(
      splitCredential(index, [reader, { label: 'src/public.ts', operations: ['GET /public'] }]).splits,
    ).toEqual([]);
  });

  it('takes a label that is given twice as one group', () => {
    const halves = [writer, reader].flatMap(({ label, operations }) =>
      operations.map((id) => ({ label, operations: [id] })),
    );
    expect(splitCredential(index, halves)).toEqual(splitCredential(index, [reader, writer]));
  });

  it('joins the groups that gain the least by sharing', () => {
    const groups = [
      { label: '1', operations: ['GET /a'] },
      { label: '2', operations: ['PUT /a'] },
      { label: '3', operations: ['GET /b'] },
    ];
    const byNeed = (mostParts: number) =>
      splitCredential(index, groups, { mostParts })
        .splits.find(({ parts }) => parts.length === mostParts)
        ?.parts.map(({ labels }) => labels);
    // Together 1 and 3 gain reads only; with 2, either would gain writes.
    expect(byNeed(2)?.sort()).toEqual([['1', '3'], ['2']]);
    expect(byNeed(3)).toEqual([['1'], ['2'], ['3']]);
  });

  it('covers every demanding group once, with savings that the objective confirms, in any order of groups', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = seeded(seed);
      const catalog = randomCatalog(random, { scopes: 10, operations: 40, anyOf: 3, allOf: 2, implies: 0.5 });
      const groups = Array.from({ length: 2 + below(random, 7) }, (_, i) => ({
        label: `job${i}`,
        operations: Array.from({ length: 1 + below(random, 4) }, () => pick(random, catalog.operations).id),
      }));
      const index = indexScopes(catalog);
      const { whole, splits } = splitCredential(index, groups);
      expect(splitCredential(index, [...groups].reverse())).toEqual({ whole, splits });
      for (const { parts, kind } of splits) {
        const demanding = groups.filter(({ operations }) => solve(index, operations).scopes.length > 0);
        expect(parts.flatMap((part) => part.labels).sort()).toEqual(
          demanding.map(({ label }) => label).sort(),
        );
        expect(parts.length).toBeLessThanOrEqual(kind === 'by-need' ? 4 : 2);
        for (const { labels, least, saves } of parts) {
          const operations = groups
            .filter(({ label }) => labels.includes(label))
            .flatMap((group) => group.operations);
          const [before, after] = [whole.scopes, least.scopes].map((scopes) =>
            costOf(index.routes, scopes, operations),
          );
          expect(saves).toEqual({
            excessWrites: before!.excessWrites - after!.excessWrites,
            excessReads: before!.excessReads - after!.excessReads,
          });
        }
      }
    }
  });
});
