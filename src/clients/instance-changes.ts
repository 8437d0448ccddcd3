import type { Call, Expr, ModuleSummary } from '../model/module-summary.js';
import { argumentAt } from '../values/call.js';
import { evaluate } from '../values/evaluate.js';
import { askAside, rootActivation, type Machine } from '../values/machine.js';
import { storesOf } from '../values/stores.js';
import { entryOf, textOf, type ExternalValue, type FunctionValue, type Lazy } from '../values/value.js';

/** A member that is assigned to a client after it was made: `client.defaults.baseURL = x`. */
export interface Change {
  readonly path: readonly string[];
  readonly value: Lazy;
}

/** Functions that see each request's config before it is sent, by what the client is known under. */
interface ChangeIndex {
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  readonly interceptors: ReadonlyMap<string, readonly FunctionValue[]>;
  /** Some interceptor is registered, on whatever client. */
  readonly intercepts: boolean;
}

const indexes = new WeakMap<Machine, ChangeIndex>();

/** What a client object goes by: the variable that holds it, or the package that it is. */
function keyOf(client: ExternalValue): string {
  return client.home === undefined ? `package:${client.module}` : `home:${client.home}`;
}

/** Members of a client that code in other places assigns. */
export function changesElsewhere(m: Machine, client: ExternalValue): readonly Change[] {
  if (client.home !== undefined) return storesOf(m, keyOf(client));
  return isPackageItself(client) ? (indexOf(m).changes.get(keyOf(client)) ?? []) : [];
}

/** Request interceptors of a client, in the order in which axios runs them: the last one that was added comes first. */
export function requestInterceptors(m: Machine, client: ExternalValue): readonly FunctionValue[] {
  if (client.home === undefined && !isPackageItself(client)) return [];
  return [...(indexOf(m).interceptors.get(keyOf(client)) ?? [])].reverse();
}

/** Whether something may change requests beyond what the call shows: any interceptor, a default of the package. */
export function changesRequests(m: Machine, client: ExternalValue): boolean {
  const { changes, intercepts } = indexOf(m);
  return intercepts || changes.has(`package:${client.module}`) || changesElsewhere(m, client).length > 0;
}

const isPackageItself = (client: ExternalValue): boolean =>
  client.steps.every((s) => s.kind !== 'call' && s.kind !== 'new');

/** Looked up once for a program; the steps that it takes are no request's own. */
function indexOf(m: Machine): ChangeIndex {
  const known = indexes.get(m);
  if (known) return known;
  const changes = new Map<string, Change[]>();
  const interceptors = new Map<string, FunctionValue[]>();
  const intercepts = m.program.files.some((file) =>
    m.program.modules.get(file)?.calls.some((call) => interceptedBy(call) !== undefined),
  );
  indexes.set(m, { changes, interceptors, intercepts });
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    askAside(m, () => {
      noteDefaults(m, module, changes);
      module.calls.forEach((call) => noteInterceptor(m, module, call, interceptors));
    });
  }
  return { changes, interceptors, intercepts };
}

/** `axios.defaults.baseURL = x`: the package has no variable of its own. */
function noteDefaults(m: Machine, module: ModuleSummary, changes: Map<string, Change[]>): void {
  for (const store of module.stores) {
    const [first] = store.path;
    if (first?.kind !== 'literal' || first.value !== 'defaults') continue;
    const activation = rootActivation(m, module, store.within);
    const path = store.path.map(
      (p) => textOf(evaluate(m, p, activation)[0]?.value ?? { kind: 'undefined' }) ?? '',
    );
    for (const { value } of evaluate(m, store.target, activation)) {
      if (value.kind !== 'external' || value.home !== undefined || !isPackageItself(value)) continue;
      add(changes, keyOf(value), { path, value: { kind: 'expr', expr: store.value, activation } });
    }
  }
}

/** `client.interceptors.request.use(function)`. */
function noteInterceptor(
  m: Machine,
  module: ModuleSummary,
  call: Call,
  interceptors: Map<string, FunctionValue[]>,
): void {
  const client = interceptedBy(call);
  if (!client) return;
  const activation = rootActivation(m, module, call.within);
  const args = call.args.map((a) => entryOf(a, activation));
  const functions = argumentAt(m, args, 0).flatMap((a) => (a.value.kind === 'function' ? [a.value] : []));
  for (const { value } of evaluate(m, client, activation)) {
    if (value.kind === 'external') for (const fn of functions) add(interceptors, keyOf(value), fn);
  }
}

/** The client in `client.interceptors.request.use(function)`. */
const interceptedBy = (call: Call): Expr | undefined =>
  memberOf(memberOf(memberOf(call.callee, 'use'), 'request'), 'interceptors');

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
