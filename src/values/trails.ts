import type { StringPart } from '../model/abstract-string.js';
import type { Expr, ModuleSummary } from '../model/module-summary.js';
import type { Hop, Trail } from '../model/trail.js';
import { activationOf } from './activation-of.js';
import { nameOf } from './holes.js';
import type { Machine } from './machine.js';
import { piecesOf } from './pieces.js';
import { spanIn, type Activation, type Alternatives, type Value } from './value.js';

type Imported = Extract<Expr, { kind: 'imported' }>;

/** Hops beyond this many say no more than those before them. */
const mostHops = 32;

/** The values of an expression, each text and unknown part with the hops of this expression. Asked only where trails are kept. */
export function throughExpr(
  values: Alternatives,
  m: Machine,
  expr: Expr,
  activation: Activation,
): Alternatives {
  return hopsOf(m, expr, activation).reduce(throughHop, values);
}

/** What a parameter was given, with the call that gave it. */
export const throughCall = (values: Alternatives, name: string, activation: Activation): Alternatives =>
  passedHop(name, activation).reduce(throughHop, values);

const passedHop = (name: string, { from }: Activation): Hop[] =>
  from ? [{ how: 'passed', name, span: spanIn(from.activation.module, from.call.at) }] : [];

const throughHop = (values: Alternatives, hop: Hop): Alternatives =>
  values.map((a) => {
    const value = valueThrough(a.value, hop);
    return value === a.value ? a : { value, guards: a.guards };
  });

function valueThrough(value: Value, hop: Hop): Value {
  switch (value.kind) {
    case 'string':
      return { ...value, parts: value.parts.map((part) => partThrough(part, hop)) };
    case 'url':
      return { ...value, href: value.href.map((part) => partThrough(part, hop)) };
    case 'hole':
      return partThrough(value, hop);
    default:
      return value;
  }
}

/** What filled a hole goes on the hole's way. */
export function afterTrail<P extends StringPart>(part: P, trail: Trail | undefined): P {
  const hops: Hop[] = [];
  for (let hop = trail; hop; hop = hop.before) hops.unshift(hop);
  return hops.reduce((moved, hop) => partThrough(moved, hop), part);
}

function partThrough<P extends StringPart>(part: P, hop: Hop): P {
  if (part.kind === 'hole')
    return hop.how === 'written' ? part : { ...part, trail: further(part.trail, hop) };
  return { ...part, pieces: piecesOf(part).map(({ text, trail }) => ({ text, trail: further(trail, hop) })) };
}

/** A text that has no way behind it was made where it is first met. */
function further(before: Trail | undefined, hop: Hop): Trail {
  if (before && (before.length >= mostHops || isSameHop(before, hop))) return before;
  const how = before === undefined && hop.how === 'returned' ? 'made' : hop.how;
  return { ...hop, how, before, length: (before?.length ?? 0) + 1 };
}

const isSameHop = (a: Hop, b: Hop): boolean =>
  a.how === b.how &&
  a.span.file === b.span.file &&
  a.span.start === b.span.start &&
  a.span.end === b.span.end;

function hopsOf(m: Machine, expr: Expr, activation: Activation): Hop[] {
  const { module } = activation;
  switch (expr.kind) {
    case 'literal':
      return expr.at ? [{ how: 'written', name: '', span: spanIn(module, expr.at) }] : [];
    case 'reference':
      return heldHop(expr.binding, module);
    case 'imported':
      return [importedHop(expr, module)];
    case 'member':
      return [
        ...arrivalOf(m, expr.object, activation),
        { how: 'read', name: nameOf(expr, module), span: spanIn(module, expr.at) },
      ];
    case 'call':
      return [{ how: 'returned', name: nameOf(expr, module), span: spanIn(module, expr.at) }];
    default:
      return [];
  }
}

function heldHop(id: string, module: ModuleSummary): Hop[] {
  const binding = module.bindings[id];
  const at = Number(/@(\d+)/.exec(id)?.[1] ?? NaN);
  // What a parameter holds was passed, and what an import binds was imported.
  const isTold = binding === undefined || ['parameter', 'imported'].includes(binding.value.kind);
  if (isTold || binding.name === '' || Number.isNaN(at)) return [];
  return [{ how: 'held', name: binding.name, span: spanIn(module, [at, at + binding.name.length]) }];
}

const importedHop = ({ name, module, at }: Imported, { file }: ModuleSummary): Hop => ({
  how: 'imported',
  name: name === '*' ? module : name,
  span: { file, start: at[0], end: at[1] },
});

/** How an object came whose member is read, where it came as a whole: texts alone keep trails. */
function arrivalOf(m: Machine, object: Expr, activation: Activation): Hop[] {
  if (object.kind === 'member') return arrivalOf(m, object.object, activation);
  const { module } = activation;
  const value = object.kind === 'reference' ? module.bindings[object.binding]?.value : object;
  if (value?.kind === 'imported') return [importedHop(value, module)];
  if (value?.kind !== 'parameter') return [];
  const name = module.functions[value.fn]?.parameters[value.index]?.name ?? '';
  return passedHop(name, activationOf(m, activation, value.fn));
}
