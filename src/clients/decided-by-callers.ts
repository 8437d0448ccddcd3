import { decisions, mergeGuards, type Guards } from '../values/guards.js';
import type { Machine } from '../values/machine.js';
import { passedBy } from '../values/passed.js';
import { presenceAsked } from '../values/question.js';
import { truthiness, type Activation } from '../values/value.js';

/**
 * Whether a run of a function, in those of its contexts that go with `given`, decides otherwise than a request that was
 * found without it: `override ? override(base) : base` sends to the base only of callers that give no `override`.
 */
export function decidesOtherwise(
  m: Machine,
  request: Guards,
  fn: Activation,
  run: Activation,
  given: Guards,
): boolean {
  return decisions(request).some(({ key, branch }) => {
    const asked = presenceAsked(key, fn);
    if (!asked) return false;
    const truths = passedBy(m, asked, run)
      .filter(({ guards }) => mergeGuards(guards, given) !== undefined)
      .map(({ value }) => truthiness(value));
    return truths.length > 0 && truths.every((truth) => truth === (branch !== 'then'));
  });
}
