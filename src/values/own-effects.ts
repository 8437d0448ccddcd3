import type { Call, ClassMember, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { ownReceiver } from '../model/own-receiver.js';
import { classChain } from './inheritance.js';
import type { Machine } from './machine.js';
import { readFile } from './reads.js';
import { findOnce } from './remember.js';
import { setBy } from './set-members.js';
import { instanceKey } from './stores.js';
import type { ClassValue, InstanceValue } from './value.js';

/** Fields, or that it may be any. */
type Fields = ReadonlySet<string> | 'any';

const known = new WeakMap<Machine, Map<string, Fields>>();

/** The fields of its object that a method may set, itself or through others of its methods. */
export function fieldsSetBy(m: Machine, of: InstanceValue['of'], method: string): Fields {
  const all = known.get(m) ?? new Map<string, Fields>();
  known.set(m, all);
  return findOnce(m, all, `${instanceKey(of)}.${method}`, () => findFields(m, of, method));
}

function findFields(m: Machine, of: InstanceValue['of'], method: string): Fields {
  const chain = classChain(m, of);
  if (chain.some(({ kind }) => kind === 'function')) return 'any';
  const classes = chain.flatMap((cls) => (cls.kind === 'class' ? cls : []));
  for (const { activation } of classes) readFile(m, activation.module.file);
  const fields = new Set<string>();
  const methods = new Set([method]);
  for (const name of methods)
    for (const { activation, fn } of methodsNamed(classes, name))
      for (const within of functionsIn(activation.module, fn)) {
        for (const { key } of setBy(activation.module).get(within) ?? []) {
          if (typeof key !== 'string') return 'any';
          fields.add(key);
        }
        for (const call of callsIn(activation.module, within)) {
          const own = ownMethod(call);
          if (own === 'any') return 'any';
          if (own !== undefined) methods.add(own);
        }
      }
  return fields;
}

/** All methods of a name in some classes, the most derived one first. */
const methodsNamed = (
  classes: readonly ClassValue[],
  name: string,
): (Pick<ClassValue, 'activation'> & { readonly fn: FunctionIndex })[] =>
  classes.flatMap(({ summary, activation }) =>
    summary.members.flatMap((x) => {
      const fn = x.key === name && x.isStatic !== true ? functionOf(x) : undefined;
      return fn === undefined ? [] : { activation, fn };
    }),
  );

const functionOf = ({ fn, value }: ClassMember): FunctionIndex | undefined =>
  fn ?? (value?.kind === 'function' ? value.fn : undefined);

/** The method of its own object that a call is of; any where `this` is handed to others. */
export function ownMethod(call: Call): string | 'any' | undefined {
  const { callee, args } = call;
  if (args.some(({ value }) => value.kind === 'this')) return 'any';
  if (callee.kind !== 'member' || !ownReceiver(call)) return undefined;
  return callee.key.kind === 'literal' ? String(callee.key.value) : 'any';
}

interface Inside {
  readonly functions: ReadonlyMap<FunctionIndex, readonly FunctionIndex[]>;
  readonly calls: ReadonlyMap<FunctionIndex, readonly Call[]>;
}

const insides = new WeakMap<ModuleSummary, Inside>();

function insideOf(module: ModuleSummary): Inside {
  const found = insides.get(module);
  if (found) return found;
  const functions = new Map<FunctionIndex, FunctionIndex[]>();
  const calls = new Map<FunctionIndex, Call[]>();
  module.functions.forEach(({ parent }, fn) => {
    if (parent !== undefined) functions.set(parent, [...(functions.get(parent) ?? []), fn]);
  });
  for (const call of module.calls) calls.set(call.within, [...(calls.get(call.within) ?? []), call]);
  const inside = { functions, calls };
  insides.set(module, inside);
  return inside;
}

/** A function, and those that are written in it. */
export const functionsIn = (module: ModuleSummary, fn: FunctionIndex): readonly FunctionIndex[] => [
  fn,
  ...(insideOf(module).functions.get(fn) ?? []).flatMap((inner) => functionsIn(module, inner)),
];

export const callsIn = (module: ModuleSummary, fn: FunctionIndex): readonly Call[] =>
  insideOf(module).calls.get(fn) ?? [];
