import { wordsOf } from './words.js';
import type {
  At,
  Call,
  Frame,
  FunctionIndex,
  ModuleSummary,
  TestId,
  Wait,
} from '../../model/module-summary.js';

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
  | {
      readonly kind: 'try';
      readonly part: 'try' | 'catch' | 'finally';
      readonly at: At;
      readonly body: readonly Item[];
    }
  /** `inside`: calls in what is waited for. */
  | { readonly kind: 'wait'; readonly wait: Wait; readonly inside: readonly Item[] };

interface Interval {
  readonly at: At;
  readonly frame?: Frame;
  readonly call?: Call;
  readonly wait?: Wait;
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
  for (const wait of module.waits) {
    const list = byFunction.get(wait.within) ?? [];
    list.push({ at: wait.at, wait, index: -1, inside: [] });
    byFunction.set(wait.within, list);
  }
  return new Map([...byFunction].map(([fn, calls]) => [fn, nest(module, [...framesOf(calls), ...calls])]));
}

/** Every frame around the calls, once. */
function framesOf(calls: readonly Interval[]): Interval[] {
  const seen = new Map<string, Interval>();
  for (const interval of calls) {
    for (const frame of framesAround(interval)) {
      const key = keyOf(frame);
      if (!seen.has(key)) seen.set(key, { at: frame.at, frame, index: -1, inside: [] });
    }
  }
  return [...seen.values()];
}

const framesAround = ({ call, wait }: Interval): readonly Frame[] => call?.frames ?? wait?.frames ?? [];
const keyOf = (frame: Frame): string => `${frame.kind}:${frame.at[0]}-${frame.at[1]}:${partOf(frame)}`;

function partOf(frame: Frame): string {
  return frame.kind === 'branch' ? frame.branch : frame.kind === 'try' ? frame.part : '';
}

/** Builds the tree of intervals: a frame goes around a call of the same extent. */
function nest(module: ModuleSummary, intervals: readonly Interval[]): readonly Item[] {
  const rank = ({ frame, wait }: Interval): number => (frame ? 0 : wait ? 1 : 2);
  const sorted = [...intervals].sort((a, b) => a.at[0] - b.at[0] || b.at[1] - a.at[1] || rank(a) - rank(b));
  const roots: Interval[] = [];
  const open: Interval[] = [];
  for (const interval of sorted) {
    while (open.length > 0 && !encloses(open.at(-1), interval)) open.pop();
    const holder = open.findLastIndex((outer) => holds(outer, interval));
    const list = open[holder]?.inside ?? roots;
    const beside = open[holder + 1];
    // What stands in the head of a loop runs before it, and once.
    if (beside === undefined) list.push(interval);
    else list.splice(list.indexOf(beside), 0, interval);
    open.push(interval);
  }
  return roots.map((root) => toItem(module, root));
}

function encloses(outer: Interval | undefined, inner: Interval): boolean {
  return outer !== undefined && outer.at[0] <= inner.at[0] && inner.at[1] <= outer.at[1];
}

/** Whether something that stands in a frame's text runs in the frame. */
function holds({ frame }: Interval, inner: Interval): boolean {
  if (frame === undefined || inner.frame !== undefined) return true;
  const key = keyOf(frame);
  return framesAround(inner).some((around) => keyOf(around) === key);
}

function toItem(module: ModuleSummary, { at, frame, call, wait, index, inside }: Interval): Item {
  const body = inside.map((one) => toItem(module, one));
  if (frame?.kind === 'loop')
    return { kind: 'loop', frame, body, conditions: conditionsOf(module, frame, body) };
  if (frame?.kind === 'branch') return { kind: 'branch', test: frame.test, branch: frame.branch, body };
  if (frame?.kind === 'try') return { kind: 'try', part: frame.part, at, body };
  if (wait !== undefined) return { kind: 'wait', wait, inside: body };
  if (call === undefined) throw new Error('an interval is a frame or a call');
  return { kind: 'call', index, call, inside: body };
}

function conditionsOf(module: ModuleSummary, frame: LoopFrame, body: readonly Item[]): TestId[] {
  const { bound } = frame;
  if (bound === undefined || bound.kind === 'each') return [];
  const head = bound.kind === 'condition' ? headTest(module, frame, bound.text) : undefined;
  return Object.keys(commonGuards(body.filter((item) => !isInHead(head, item)))).filter((test) => {
    const summary = module.tests[test];
    if (summary?.kind !== 'condition') return false;
    if (bound.kind === 'condition') return summary.text === bound.text;
    const { condition } = summary;
    const end =
      condition.kind === 'operator' && condition.operator === bound.operator
        ? condition.operands[1]
        : undefined;
    return end !== undefined && wordsOf(end, module) === wordsOf(bound.to, module);
  });
}

/** The condition of a loop, which stands before all others of its text. */
function headTest({ tests }: ModuleSummary, { at }: LoopFrame, text: string): At | undefined {
  for (const test of Object.values(tests)) {
    if (test.kind !== 'condition' || test.text !== text || !('at' in test.condition)) continue;
    const { at: place } = test.condition;
    if (place && place[0] >= at[0] && place[1] <= at[1]) return place;
  }
  return undefined;
}

/** What a loop's own condition calls is called before the condition holds. */
const isInHead = (head: At | undefined, item: Item): boolean =>
  head !== undefined && item.kind === 'call' && item.call.at[0] >= head[0] && item.call.at[1] <= head[1];

/** Decisions that hold wherever the item runs, but for those that it makes itself. */
export function guardsOf(item: Item): Readonly<Record<TestId, string>> {
  if (item.kind === 'call') return item.call.guards;
  if (item.kind === 'wait') return item.wait.guards;
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
