import type { Call, Expr, ModuleSummary } from '../model/module-summary.js';
import { argumentAt } from '../values/call.js';
import { noteEntry, signOfFunction, signOfStore } from '../values/entry-signs.js';
import { evaluate } from '../values/evaluate.js';
import { askAside, functionKey, rootActivation, type Machine } from '../values/machine.js';
import { runApart } from '../values/loaded-with.js';
import { indexing, noteKey, readKey } from '../values/reads.js';
import { storesOf } from '../values/stores.js';
import {
  entryOf,
  textOf,
  type ExternalValue,
  type FunctionValue,
  type Lazy,
  type Value,
} from '../values/value.js';

/** A member that is assigned to a client after it was made: `client.defaults.baseURL = x`. */
export interface Change {
  readonly path: readonly string[];
  readonly value: Lazy;
}

/** What a file does to a client. */
interface By<T> {
  readonly file: string;
  readonly what: T;
}

/** Functions that see each request's config before it is sent, by what the client is known under. */
interface ChangeIndex {
  readonly changes: ReadonlyMap<string, readonly By<Change>[]>;
  readonly interceptors: ReadonlyMap<string, readonly By<FunctionValue>[]>;
  /** Functions that see responses and failures. */
  readonly responders: ReadonlySet<string>;
  /** Some interceptor is registered, on whatever client. */
  readonly intercepts: boolean;
}

const indexes = new WeakMap<Machine, ChangeIndex>();

/** What a client object goes by: the variable that holds it, or the package that it is. */
function keyOf(client: ExternalValue): string {
  return client.home === undefined ? `package:${client.module}` : `home:${client.home}`;
}

/** Members of a client that code in other places assigns, as far as it runs together with the file that asks. */
export function changesElsewhere(m: Machine, client: ExternalValue, file: string): readonly Change[] {
  if (client.home !== undefined) return storesOf(m, keyOf(client));
  if (!isPackageItself(client)) return [];
  readKey(m, 'defaults', keyOf(client));
  return seenFrom(m, indexOf(m).changes.get(keyOf(client)), file);
}

/** What other files do to a package that all share, where it may be seen in this one: each program has a package of its own. */
const seenFrom = <T>(m: Machine, all: readonly By<T>[] = [], file: string): readonly T[] =>
  all.filter((one) => !runApart(m, one.file, file)).map(({ what }) => what);

/** Request interceptors of a client, in the order in which axios runs them: the last one that was added comes first. */
export function requestInterceptors(
  m: Machine,
  client: ExternalValue,
  file: string,
): readonly FunctionValue[] {
  if (client.home === undefined && !isPackageItself(client)) return [];
  readKey(m, 'interceptors', keyOf(client));
  const all = indexOf(m).interceptors.get(keyOf(client)) ?? [];
  const fns = (client.home === undefined ? seenFrom(m, all, file) : all.map(({ what }) => what))
    .toReversed()
    .map((fn) => besideClient(client, fn));
  // A constructor that subclasses share is known from each of them.
  return fns.filter(
    ({ fn, activation }, i) => fns.findIndex((f) => f.fn === fn && f.activation === activation) === i,
  );
}

/** A function that stands where the client was made sees what that run of the function was given. */
function besideClient(client: ExternalValue, fn: FunctionValue): FunctionValue {
  const { activation } = fn;
  const made = client.steps.flatMap((s) =>
    s.kind === 'call' || s.kind === 'new' ? (s.call?.activation ?? []) : [],
  );
  const same = made.find((a) => a.fn === activation.fn && a.module === activation.module);
  return same && same !== activation ? { ...fn, activation: same } : fn;
}

/** Whether something may change requests beyond what the call shows: any interceptor, a default of the package. */
export function changesRequests(m: Machine, client: ExternalValue): boolean {
  readKey(m, 'interceptors', '');
  readKey(m, 'defaults', `package:${client.module}`);
  const { changes, intercepts } = indexOf(m);
  return intercepts || changes.has(`package:${client.module}`) || storesOf(m, keyOf(client)).length > 0;
}

const isPackageItself = (client: ExternalValue): boolean =>
  client.steps.every((s) => s.kind !== 'call' && s.kind !== 'new');

export const prepareChanges = (m: Machine): void => void indexOf(m);

/** Looked up once for a program; the steps that it takes are no request's own. */
function indexOf(m: Machine): ChangeIndex {
  const known = indexes.get(m);
  if (known) return known;
  const changes = new Map<string, By<Change>[]>();
  const interceptors = new Map<string, By<FunctionValue>[]>();
  const responders = new Set<string>();
  const intercepts = m.program.files.some((file) =>
    m.program.modules.get(file)?.calls.some((call) => interceptedBy(call) !== undefined),
  );
  indexes.set(m, { changes, interceptors, responders, intercepts });
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    indexing(m, file, () =>
      askAside(m, () => {
        // It is asked only whether there is one.
        if (module.calls.some((call) => interceptedBy(call) !== undefined))
          noteEntry(m, 'interceptors', '', '');
        noteDefaults(m, module, changes);
        module.calls.forEach((call) => {
          noteInterceptor(m, module, call, interceptors);
          noteResponder(m, module, call, responders);
        });
      }),
    );
  }
  return { changes, interceptors, responders, intercepts };
}

/** `axios.defaults.baseURL = x`: the package has no variable of its own. */
function noteDefaults(m: Machine, module: ModuleSummary, changes: Map<string, By<Change>[]>): void {
  for (const store of module.stores) {
    const [first] = store.path;
    if (first?.kind !== 'literal' || first.value !== 'defaults') continue;
    const activation = rootActivation(m, module, store.within);
    const path = store.path.map(
      (p) => textOf(evaluate(m, p, activation)[0]?.value ?? { kind: 'undefined' }) ?? '',
    );
    for (const { value } of evaluate(m, store.target, activation)) {
      if (value.kind !== 'external' || value.home !== undefined || !isPackageItself(value)) continue;
      const what: Change = { path, value: { kind: 'expr', expr: store.value, activation } };
      noteEntry(m, 'defaults', keyOf(value), signOfStore(m, what));
      add(changes, keyOf(value), { file: module.file, what });
    }
  }
}

/** `client.interceptors.request.use(function)`. */
function noteInterceptor(
  m: Machine,
  module: ModuleSummary,
  call: Call,
  interceptors: Map<string, By<FunctionValue>[]>,
): void {
  const client = interceptedBy(call);
  if (!client) return;
  const activation = rootActivation(m, module, call.within);
  const args = call.args.map((a) => entryOf(a, activation));
  const functions = argumentAt(m, args, 0).flatMap((a) => (a.value.kind === 'function' ? [a.value] : []));
  const signs = functions.map((fn) => signOfFunction(m, fn));
  const sign = signs.includes(undefined) ? undefined : JSON.stringify(signs);
  for (const { value } of evaluate(m, client, activation)) {
    if (value.kind !== 'external') continue;
    noteEntry(m, 'interceptors', keyOf(value), sign);
    for (const what of functions) add(interceptors, keyOf(value), { file: module.file, what });
  }
}

/** `client.interceptors.response.use(function, function)`. */
function noteResponder(m: Machine, module: ModuleSummary, call: Call, responders: Set<string>): void {
  if (!interceptedBy(call, 'response')) return;
  const activation = rootActivation(m, module, call.within);
  for (const { value } of call.args)
    for (const { value: fn } of evaluate(m, value, activation))
      if (fn.kind === 'function') {
        const key = functionKey(fn.activation.module, fn.fn);
        responders.add(key);
        noteKey(m, 'responders', key);
      }
}

/** Whether a value is the config of a request that was sent before: `error.config` in an interceptor of responses. */
export function isSentBefore(m: Machine, value: Value): boolean {
  if (value.kind === 'object')
    return value.open !== undefined && !value.props.has('url') && isSentBefore(m, value.open);
  if (value.kind !== 'hole' || value.origin?.parameter === 'this' || !value.path?.includes('config'))
    return false;
  const { origin } = value;
  if (!origin) return false;
  const key = functionKey(origin.activation.module, origin.activation.fn);
  readKey(m, 'responders', key);
  return indexOf(m).responders.has(key);
}

/** The client in `client.interceptors.request.use(function)`. */
const interceptedBy = (call: Call, what: 'request' | 'response' = 'request'): Expr | undefined =>
  memberOf(memberOf(memberOf(call.callee, 'use'), what), 'interceptors');

/** The object of a member expression with a given name. */
function memberOf(expr: Expr | undefined, name: string): Expr | undefined {
  return expr?.kind === 'member' && expr.key.kind === 'literal' && expr.key.value === name
    ? expr.object
    : undefined;
}

function add<V>(index: Map<string, V[]>, key: string, value: V): void {
  const list = index.get(key);
  if (list) list.push(value);
  else index.set(key, [value]);
}
