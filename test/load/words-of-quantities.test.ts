import { expect, it } from 'vitest';
import { textOf } from '../../src/load/inequality.js';
import { between, constant, product, quotient, sum, symbol } from '../../src/load/quantity.js';

const users = symbol('users.length');
it.each([
  ['the most that it can be', between(constant(1), users), 'users.length'],
  ['numbers worked out', sum(between(constant(1), constant(25)), constant(-1)), '24'],
  ['numbers as one', sum(constant(2), users, constant(-1)), '(users.length + 1)'],
  ['what adds nothing left out', sum(sum(users, constant(1)), constant(-1)), 'users.length'],
  ['pages', product(constant(2), quotient(users, constant(50))), '2 * ceil(users.length / 50)'],
])('a quantity as people read it: %s', (_, quantity, text) => {
  expect(textOf(quantity)).toBe(text);
});
