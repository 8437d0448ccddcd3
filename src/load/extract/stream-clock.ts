import type { CodeOptions } from '../options.js';
import { product, quotient, type Quantity } from '../quantity.js';

/** An operator of a stream, with what it is given. */
export interface Clocked {
  readonly name: string;
  readonly options: CodeOptions;
}

/** When elements of a clock come to what is done with them. */
export interface Paced {
  readonly everyMs: Quantity;
  readonly immediate: boolean;
  /** So many of them in all. */
  readonly most?: Quantity | undefined;
  /** One that comes while the last one is at work is left out. */
  readonly guard: 'overlap' | 'skip';
}

const works = /Map(?:To)?$|^(?:expand|concatAll|mergeAll|switchAll|exhaustAll)$/;

/** What operators hand on of a clock's elements, up to the first that does something with each. */
export function pacedBy(operators: readonly Clocked[], everyMs: Quantity, immediate: boolean): Paced {
  let paced: Paced = { everyMs, immediate, guard: 'overlap' };
  for (const { name, options } of operators) {
    if (name === 'exhaustMap') return { ...paced, guard: 'skip' };
    if (works.test(name) && name !== 'map') return paced;
    const number = name === 'bufferCount' ? groupsOf(options) : options.number(0);
    if (number) paced = through(paced, name, number);
  }
  return paced;
}

/** After how many elements `bufferCount(size, every)` begins another group. */
export const groupsOf = (options: CodeOptions): Quantity | undefined =>
  options.number(options.has(1) ? 1 : 0);

function through(paced: Paced, name: string, number: Quantity): Paced {
  switch (name) {
    case 'take':
      return { ...paced, most: number };
    case 'bufferCount':
      return {
        ...paced,
        everyMs: product(paced.everyMs, number),
        immediate: false,
        most: paced.most && quotient(paced.most, number),
      };
    // One in so much time, whichever it is.
    case 'throttleTime':
    case 'sampleTime':
    case 'auditTime':
      return { ...paced, everyMs: { kind: 'maximum', of: [paced.everyMs, number] } };
    default:
      return paced;
  }
}
