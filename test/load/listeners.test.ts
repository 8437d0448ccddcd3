import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const events = `import { EventEmitter } from 'node:events';\n`;
const bus = `const bus = new EventEmitter();\n`;
const said = `setInterval(() => bus.emit('tick'), 10_000);`;

describe('listeners', () => {
  it('add up where a schedule begins to listen, and nobody knows how many there are', () => {
    const code = `${bus}setInterval(() => { bus.on('tick', () => { void getItem('1'); }); }, 60_000);\n${said}`;
    const row = itemsRow(code, '', events);
    expect(row).toMatchObject({ expected: null, high: null });
    expect(row.assumptions.map(({ symbol }) => symbol)).toContain('main.listeners');
    // Ten listeners hear what is said six times a minute.
    expect(itemsRow(code, '  main.listeners: 10\n', events)).toMatchObject({ expected: 60, high: 60 });
  });

  it('add up where they subscribe', () => {
    const code = `const found = new Subject();
setInterval(() => { found.subscribe(() => { void getItem('1'); }); }, 60_000);
setInterval(() => found.next(1), 10_000);`;
    expect(itemsRow(code, '', `import { Subject } from 'rxjs';\n`).high).toBeNull();
  });

  it('do not add up where each run has an emitter of its own', () => {
    const code = `setInterval(() => {
  const own = new EventEmitter();
  own.on('done', () => { void getItem('1'); });
  own.emit('done');
}, 10_000);`;
    expect(itemsRow(code, '', events)).toMatchObject({ expected: 6, high: 6 });
  });

  it('hear it once where they say so', () => {
    const code = `${bus}bus.once('tick', () => { void getItem('1'); });\n${said}`;
    expect(itemsRow(code, '', events)).toMatchObject({ expected: 1, high: 1 });
    const three = `${bus}for (const id of ['a', 'b', 'c']) bus.once('tick', () => { void getItem(id); });\n${said}`;
    expect(itemsRow(three, '', events)).toMatchObject({ high: 3 });
  });

  it('hear it each time where each run begins anew to listen once', () => {
    const code = `${bus}setInterval(() => { bus.once('tick', () => { void getItem('1'); }); }, 10_000);\n${said}`;
    expect(itemsRow(code, '', events).high ?? Infinity).toBeGreaterThanOrEqual(6);
  });
});
