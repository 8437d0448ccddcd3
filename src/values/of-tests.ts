import { isTestOf } from '../program/entries.js';
import type { Site } from './outcome.js';
import type { Activation } from './value.js';

/** Whether a call stands in a test of a file, or in a run that one begins. Tests say nothing of what the code that they test sends. */
export const isOfTest = ({ module, activation }: Omit<Site, 'index'>, file: string): boolean =>
  isTestOf(module.file, file) || isRunByTest(activation, file);

/** Whether calls of tests of a file lead to a run. */
export function isRunByTest({ from }: Activation, file: string): boolean {
  for (let a = from?.activation; a; a = a.from?.activation) if (isTestOf(a.module.file, file)) return true;
  return false;
}
