import type { Step } from './value.js';

/** The steps of a callee as text: members joined by dots, `()` for calls, `new` for constructions. */
export function pathOf(steps: readonly Step[]): string {
  let out = '';
  for (const step of steps) {
    if (step.kind === 'member') out += out === '' ? step.name : `.${step.name}`;
    else if (step.kind === 'call') out += '()';
    else if (step.kind === 'new') out += out === '' ? 'new' : '.new';
  }
  return out;
}
