import { wordsOf } from './words.js';
import type { At, Call, Frame, FunctionIndex, ModuleSummary, TestId } from '../../model/module-summary.js';

type LoopFrame = Extract<Frame, { kind: 'loop' }>;

/** The calls of a function as they stand in its loops, branches and expressions, in the order in which they run. */
export type Item =
  /** `inside`: calls in its arguments and its receiver, which run before it. */
  | { readonly kind: 'call'; readonly index: number; readonly call: Call; readonly inside: readonly Item[] }
  /** `conditions`: decisions that hold in the body because the loop's own condition does. */
  | {
      readonly kind: 'loop';
      readonly frame: LoopFrame;
      readonly body: readonly Item[];
      readonly conditions: readonly TestId[];
    }
  | {
      readonly kind: 'branch';
      readonly test: TestId;
      readonly branch: string;
      readonly body: readonly Item[];
    }
  | { readonly kind: 'try'; readonly part: 'try' | 'catch' | 'finally'; readonly body: readonly Item[] };

interface Interval {
  readonly at: At;
  readonly frame?: Frame;
  readonly call?: Call;
  readonly index: number;
  readonly inside: Interval[];
}

const made = new WeakMap<ModuleSummary, Map<FunctionIndex, readonly Item[]>>();

/** The calls of one function, without those of functions inside it. */
export function itemsOf(module: ModuleSummary, fn: FunctionIndex): readonly Item[] {
  let functions = made.get(module);
  if (functions === undefined) {
    functions = structureOf(module);
    made.set(module, functions);
  }
  return functions.get(fn) ?? [];
}

function structureOf(module: ModuleSummary): Map<FunctionIndex, readonly Item[]> {
  const byFunction = new Map<FunctionIndex, Interval[]>();
  for (const [index, call] of module.calls.entries()) {
    if (call.kind === 'decorator') continue;
    const list = byFunction.get(call.within) ?? [];
    list.push({ at: call.at, call, index, inside: [] });
    byFunction.set(call.within, list);
  }
  return new Map([...byFunction].map(([fn, calls]) => [fn, nest(module, [...framesOf(calls), ...calls])]));
}

/** Every frame around the calls, once. */
function framesOf(calls: readonly Interval[]): Interval[] {
  const seen = new Map<string, Interval>();
  for (const { call } of calls) {
    for (const frame of call?.frames ?? []) {
      const key = `${frame.kind}:${frame.at[0]}-${frame.at[1]}:${partOf(frame)}`;
      if (!seen.has(key)) seen.set(key, { at: frame.at, frame, index: -1, inside: [] });
    }
  }
  return [...seen.values()];
}

function partOf(frame: Frame): string {
  return frame.kind === 'branch' ? frame.branch : frame.kind === 'try' ? frame.part : '';
}

/** Builds the tree of intervals: a frame goes around a call of the same extent. */
function nest(module: ModuleSummary, intervals: readonly Interval[]): readonly Item[] {
  const sorted = [...intervals].sort(
    (a, b) =>
      a.at[0] - b.at[0] || b.at[1] - a.at[1] || Number(a.frame === undefined) - Number(b.frame === undefined),
  );
  const roots: Interval[] = [];
  const open: Interval[] = [];
  for (const interval of sorted) {
    while (open.length > 0 && !encloses(open.at(-1), interval)) open.pop();
    (open.at(-1)?.inside ?? roots).push(interval);
    open.push(interval);
  }
  return roots.map((root) => toItem(module, root));
}

function encloses(outer: Interval | undefined, inner: Interval): boolean {
  return outer !== undefined && outer.at[0] <= inner.at[0] && inner.at[1] <= outer.at[1];
}

function toItem(module: ModuleSummary, { frame, call, index, inside }: Interval): Item {
  const body = inside.map((one) => toItem(module, one));
  if (frame?.kind === 'loop') return { kind: 'loop', frame, body, conditions: conditionsOf(module, frame, body) };
  if (frame?.kind === 'branch') return { kind: 'branch', test: frame.test, branch: frame.branch, body };
  if (frame?.kind === 'try') return { kind: 'try', part: frame.part, body };
  if (call === undefined) throw new Error('an interval is a frame or a call');
  return { kind: 'call', index, call, inside: body };
}

function conditionsOf(module: ModuleSummary, { bound }: LoopFrame, body: readonly Item[]): TestId[] {
  if (bound === undefined || bound.kind === 'each') return [];
  return Object.keys(commonGuards(body)).filter((test) => {
    const summary = module.tests[test];
    if (summary?.kind !== 'condition') return false;
    if (bound.kind === 'condition') return summary.text === bound.text;
    const { condition } = summary;
    const end = condition.kind === 'operator' && condition.operator === bound.operator ? condition.operands[1] : undefined;
    return end !== undefined && wordsOf(end, module) === wordsOf(bound.to, module);
  });
}

/** Decisions that hold wherever the item runs, but for those that it makes itself. */
export function guardsOf(item: Item): Readonly<Record<TestId, string>> {
  if (item.kind === 'call') return item.call.guards;
  const common = commonGuards(item.body);
  const own = item.kind === 'loop' ? item.conditions : item.kind === 'branch' ? [item.test] : [];
  return Object.fromEntries(Object.entries(common).filter(([test]) => !own.includes(test)));
}

function commonGuards(items: readonly Item[]): Readonly<Record<TestId, string>> {
  const [first, ...rest] = items.map(guardsOf);
  if (first === undefined) return {};
  return Object.fromEntries(
    Object.entries(first).filter(([test, branch]) => rest.every((guards) => guards[test] === branch)),
  );
}
