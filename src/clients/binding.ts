import { isEffects } from '../values/builtins/packages.js';
import { argumentAt } from '../values/call.js';
import { passedFunctions, passesOne } from '../values/builtins/callbacks.js';
import { callOf, type Machine } from '../values/machine.js';
import { calleeOf } from '../values/callee.js';
import { pathOf } from '../values/path-of.js';
import type { Argument, CallSite, ExternalValue, Step } from '../values/value.js';

interface Called {
  readonly callee: ExternalValue;
  readonly args: readonly Argument[];
}

/** A call through `call`, `apply` or `bind` as the call of the function itself: `fetch.call(null, url)` is `fetch(url)`. */
export function withoutBinding(m: Machine, callee: ExternalValue, args: readonly Argument[]): Called {
  const last = callee.steps.at(-1);
  const isMember = last?.kind === 'member' && callee.steps.length > 1;
  if (isMember && last.name === 'call')
    return unbound({ ...callee, steps: callee.steps.slice(0, -1) }, args.slice(1));
  if (isMember && last.name === 'apply')
    return unbound({ ...callee, steps: callee.steps.slice(0, -1) }, applied(m, args));
  return fromEffect(m, callee, args) ?? unbound(callee, args);
}

const effects: ReadonlySet<string> = new Set(['call', 'fork', 'spawn']);

/** redux-saga's `call(fetch, url)` makes the call that it describes. */
function fromEffect(m: Machine, callee: ExternalValue, args: readonly Argument[]): Called | undefined {
  const [step] = callee.steps;
  if (
    !isEffects(callee.module) ||
    callee.steps.length !== 1 ||
    step?.kind !== 'member' ||
    !effects.has(step.name)
  )
    return undefined;
  const called = argumentAt(m, args, 0)[0]?.value;
  return called?.kind === 'external' ? { callee: called, args: args.slice(1) } : undefined;
}

function applied(m: Machine, args: readonly Argument[]): readonly Argument[] {
  const list = argumentAt(m, args, 1)[0]?.value;
  return list?.kind === 'array' ? list.items.map((value) => ({ spread: false, value })) : [];
}

/** Takes `bind(self, …)` off the way to the callee; what it fixed comes before the other arguments. */
function unbound(callee: ExternalValue, args: readonly Argument[]): Called {
  const at = callee.steps.findIndex((step, i) => step.kind === 'call' && isBind(callee.steps[i - 1]));
  const bind = callee.steps[at];
  if (bind?.kind !== 'call') return { callee, args };
  const steps = [...callee.steps.slice(0, at - 1), ...callee.steps.slice(at + 1)];
  // Arguments that `bind` fixed belong to the bound function itself, not to members of it.
  const isCalled = at === callee.steps.length - 1;
  return { callee: { ...callee, steps }, args: isCalled ? [...bind.args.slice(1), ...args] : args };
}

const isBind = (step: Step | undefined): boolean => step?.kind === 'member' && step.name === 'bind';

/** What a builtin passes to a client that it is given: `urls.map(fetch)`. Undefined where the call calls the client itself. */
export function passedByBuiltin(
  m: Machine,
  site: CallSite,
  called: ExternalValue,
  given: readonly Argument[],
): readonly Argument[] | undefined {
  const { callee } = callOf(site.activation.module, site.index);
  if (callee.kind !== 'member' || callee.key.kind !== 'literal' || !passesOne(String(callee.key.value)))
    return undefined;
  for (const { value } of calleeOf(m, callee, site.activation)) {
    const method = value.value;
    if (method.kind !== 'method') continue;
    const passed = passedFunctions(method, { m, args: given, site });
    const found = passed.find((one) => one.callee === called || isSame(one.callee, called));
    if (found) return found.args;
  }
  return undefined;
}

const isSame = (a: ExternalValue, b: ExternalValue): boolean =>
  a.module === b.module && a.home === b.home && pathOf(a.steps) === pathOf(b.steps);
