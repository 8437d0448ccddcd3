/** The name that stands for the key `Symbol.asyncIterator`. */
export const asyncIterator = '@@asyncIterator';
