import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const ask = `setInterval(() => { for (const id of ids) void getItem(id); }, 60_000);`;
const row = (code: string): ReturnType<typeof itemsRow> => itemsRow(code, '  rate(getItem): 0\n');

describe('a collection that other code adds to is as long as nobody knows', () => {
  it.each([
    [
      'a set',
      `const ids = new Set(['a']); export const register = (id: string) => { ids.add(id); };\n${ask}`,
    ],
    [
      'a map',
      `const ids = new Map([['a', 1]]); export const register = (id: string) => { ids.set(id, 1); };\n${ask}`,
    ],
    [
      'by its index',
      `const ids = ['a']; export const register = (id: string) => { ids[ids.length] = id; };\n${ask}`,
    ],
    [
      'in the middle',
      `const ids = ['a']; export const register = (id: string) => { ids.splice(0, 0, id); };\n${ask}`,
    ],
    [
      'under another name',
      `const ids = ['a']; const all = ids; for (let i = 0; i < 9; i++) all.push('b');\n${ask}`,
    ],
    [
      'by a function that gets it',
      `const ids = ['a']; const fill = (list: string[]) => { list.push('b'); }; fill(ids);\n${ask}`,
    ],
    [
      'by who gets it from a function',
      `const ids = ['a']; const all = () => ids; export const register = (id: string) => { all().push(id); };\n${ask}`,
    ],
    [
      'a list that was given before',
      `const ids = ['a'];
class Poller { constructor(private list: string[]) {} poll() { for (const id of this.list) void getItem(id); } }
const poller = new Poller(ids);
ids.push('b');
setInterval(() => poller.poll(), 60_000);`,
    ],
    [
      'a member',
      `const state = { ids: ['a'] }; export const register = (id: string) => { state.ids.push(id); };
${ask.replace('ids', 'state.ids')}`,
    ],
  ])('%s', (_, code) => {
    const { high, assumptions } = row(code);
    expect(high).toBeNull();
    expect(assumptions.some(({ symbol, value }) => symbol.endsWith('.length') && value === null)).toBe(true);
  });

  it.each([
    ['added to by its own function before', `const ids = ['a']; ids.push('b');\n${ask}`, 2],
    ['given on with all of it', `const list = ['a']; list.push('b'); const ids = [...list];\n${ask}`, 2],
    [
      'another one that grows',
      `const ids = ['a']; const others = ['b']; export const more = () => others.push('c');\n${ask}`,
      1,
    ],
    [
      'what is made of it',
      `const ids = ['a']; const others = ids.map((id) => id); others.push('c');\n${ask}`,
      1,
    ],
  ])('%s is as long as it says', (_, code, count) => {
    expect(row(code).high).toBe(count);
  });
});
