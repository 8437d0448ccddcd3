import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

const shape = (name: string, body: string, more: Partial<Shape> = {}): Shape => ({
  name,
  of: 16,
  points: none,
  symbols: {},
  minutes: 65,
  source: `${head}setInterval(() => { ${body} }, 60_000);`,
  ...more,
});
const rounds = { points: [{ rounds: 9 }], symbols: { 'main.rounds': 'rounds' } };

/** Loops whose body takes a part in how often it runs. */
export const steadyLoops: readonly Shape[] = [
  shape(
    'counter-taken-back',
    `let again = true;
for (let i = 0; i < 5; i++) {
  void get('/items/' + i);
  if (again && i === 4) { again = false; i = 0; }
}`,
    rounds,
  ),
  shape(
    'end-moved-by-the-body',
    `const all = [1, 2, 3];
for (let i = 0; i < all.length; i++) {
  void get('/items/' + i);
  if (all.length < 9) all.push(i);
}`,
    rounds,
  ),
  shape(
    'elements-replaced',
    `const all = [1, 2, 3]; for (let i = 0; i < all.length; i++) { all[i] = 0; void get('/items/' + i); }`,
  ),
  shape('counted-down', `let left = 10; while (left--) void get('/items/' + left);`),
  shape(
    'counted-down-to-nothing',
    `let remaining = 10; while (remaining > 0) { void get('/items/1'); remaining -= 1; }`,
  ),
];
