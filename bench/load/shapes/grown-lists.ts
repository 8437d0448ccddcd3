import type { Shape } from '../shape.js';
import { cronHead, head } from '../shape.js';

const ask = `setInterval(() => { for (const id of ids) void get('/items/' + id); }, 60_000);`;
const shape = (name: string, source: Shape['source'], symbol = 'ids.length'): Shape => ({
  name,
  of: 17,
  points: [{ all: 31 }],
  symbols: { [symbol]: 'all' },
  minutes: 65,
  source,
});

/** Collections that begin with one element and that other code adds thirty to. */
export const grownLists: readonly Shape[] = [
  shape(
    'grown-set',
    `${head}const ids = new Set(['a']);
function register(id: string) { ids.add(id); }
for (let i = 0; i < 30; i++) register('x' + i);
${ask}`,
  ),
  shape(
    'grown-under-another-name',
    `${head}const ids = ['a'];
const all = ids;
for (let i = 0; i < 30; i++) all.push('x' + i);
${ask}`,
  ),
  shape(
    'grown-by-a-function-that-gets-it',
    `${head}const ids = ['a'];
function fill(list: string[]) { for (let i = 0; i < 30; i++) list.push('x' + i); }
fill(ids);
${ask}`,
  ),
  shape(
    'grown-in-another-file',
    {
      'src/ids.ts': `const ids = ['a'];\nexport const all = () => ids;`,
      'src/main.ts': `import { all } from './ids.js';
${head}
for (let i = 0; i < 30; i++) all().push('x' + i);
setInterval(async () => { await Promise.all(all().map((id) => get('/items/' + id))); }, 60_000);`,
    },
    'all().length',
  ),
  shape(
    'grown-member',
    `${cronHead}const state = { ids: ['a'] };
const register = (id: string) => { state.ids.push(id); };
for (let i = 0; i < 30; i++) register('x' + i);
cron.schedule('* * * * *', async () => { await Promise.all(state.ids.map((id) => get('/items/' + id))); });`,
    'state.ids.length',
  ),
  shape(
    'grown-after-it-was-given',
    `${head}const ids = ['a'];
class Poller {
  constructor(private readonly list: string[]) {}
  poll() { for (const id of this.list) void get('/items/' + id); }
}
const poller = new Poller(ids);
for (let i = 0; i < 30; i++) ids.push('x' + i);
setInterval(() => poller.poll(), 60_000);`,
    'list.length',
  ),
];
