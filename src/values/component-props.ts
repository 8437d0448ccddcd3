import type { Expr } from '../model/module-summary.js';
import { modulesIn } from '../program/program.js';
import { under } from './alternatives.js';
import { whileFinding } from './circles.js';
import { evaluate, force } from './evaluate.js';
import { oneGuard } from './guards.js';
import { hole } from './holes.js';
import { askAside, classKey, rootActivation, type Machine } from './machine.js';
import { indexing, noteKey, readKey } from './reads.js';
import type { Activation, Alternatives, ClassValue, ExternalValue, InstanceValue, Value } from './value.js';

/** One place where an element of a component is made. */
interface Element {
  readonly props: Expr;
  readonly activation: Activation;
}

const indexes = new WeakMap<Machine, ReadonlyMap<string, readonly Element[]>>();

/** More elements of one component than this are not told apart. */
const most = 8;

/** Whether a class of a package is what components extend. */
export const isComponentBase = ({ module, steps }: ExternalValue): boolean => {
  const last = steps.at(-1);
  return /^p?react$/.test(module) && last?.kind === 'member' && /^(?:Pure)?Component$/.test(last.name);
};

/** `this.props` of a class component: what its elements are given, and what wrappers may add. */
export function propsOf(m: Machine, { of }: InstanceValue): Alternatives | undefined {
  if (of.kind !== 'class') return undefined;
  const key = classKey(of.activation.module, of.cls);
  readKey(m, 'elements', key);
  const elements = indexOf(m).get(key) ?? [];
  if (elements.length === 0 || elements.length > most) return undefined;
  const running = `${key}:props`;
  // An element may be given what the component has.
  const passed = (): Alternatives => {
    const added = hole('runtime', 'props', of.activation.module, of.summary.at);
    return elements.flatMap(({ props, activation }, i) => {
      const given = evaluate(m, props, activation).map(({ value, guards }) => ({
        value: value.kind === 'object' ? { ...value, open: value.open ?? added } : value,
        guards,
      }));
      return elements.length === 1 ? given : under(given, oneGuard(running, String(i)));
    });
  };
  return whileFinding<Alternatives | undefined>(m, running, passed, () => undefined);
}

export const prepareElements = (m: Machine): void => void indexOf(m);

/** Looked up once for a program; the steps that it takes are no request's own. */
function indexOf(m: Machine): ReadonlyMap<string, readonly Element[]> {
  const known = indexes.get(m);
  if (known) return known;
  const index = new Map<string, Element[]>();
  // While it is being made, it is empty.
  indexes.set(m, new Map());
  for (const module of modulesIn(m.program))
    for (const { kind, callee, args, within } of module.calls) {
      const [props] = args;
      if (kind !== 'jsx' || !props || callee.kind === 'literal') continue;
      const activation = rootActivation(m, module, within);
      const [cls] = indexing(m, module.file, () =>
        askAside(m, () => evaluate(m, callee, activation).flatMap((a) => componentIn(m, a.value) ?? [])),
      );
      if (!cls) continue;
      const key = classKey(cls.activation.module, cls.cls);
      const elements = index.get(key) ?? [];
      elements.push({ props: props.value, activation });
      index.set(key, elements);
      noteKey(m, 'elements', key, module.file);
    }
  indexes.set(m, index);
  return index;
}

/** A class, or the one that a package's function wraps: `connect(mapState)(List)`. */
function componentIn(m: Machine, value: Value): ClassValue | undefined {
  if (value.kind === 'class') return value;
  const last = value.kind === 'external' ? value.steps.at(-1) : undefined;
  const [wrapped] = last?.kind === 'call' ? last.args : [];
  const inner = wrapped && force(m, wrapped.value)[0]?.value;
  return inner?.kind === 'class' ? inner : undefined;
}
