import { isTest } from '../program/entries.js';
import type { Site } from './outcome.js';
import type { Activation } from './value.js';

/** Whether a call stands in a test of a file, or in a run that one begins. Tests say nothing of what the code that they test sends. */
export const isOfTest = ({ module, activation }: Omit<Site, 'index'>, file: string): boolean =>
  !isTest(file) && (isTest(module.file) || isBegunByTest(activation));

/** Whether calls of tests of a file lead to a run. */
export const isRunByTest = (run: Activation, file: string): boolean => !isTest(file) && isBegunByTest(run);

function isBegunByTest({ from }: Activation): boolean {
  for (let a = from?.activation; a; a = a.from?.activation) if (isTest(a.module.file)) return true;
  return false;
}
