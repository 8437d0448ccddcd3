import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const most = (code: string): unknown =>
  itemsRow(`let open = false; export const set = () => { open = true; };\n${code}`, '  rate(getItem): 0\n')
    .high;

describe('a loop that pauses until others set a flag', () => {
  it('keeps back what comes after it, as long as nobody knows', () => {
    const asked = `while (!open) await sleep(200); await getItem('all');`;
    expect(most(`setInterval(async () => { ${asked} }, 1000);`)).toBeNull();
    expect(most(`async function main() { ${asked} }\nvoid main();`)).toBe(1);
  });

  it('keeps nothing back that it does itself', () => {
    expect(
      most(
        `async function main() { while (!open) { await getItem('all'); await sleep(900); } }\nvoid main();`,
      ),
    ).toBe(60);
  });
});
