import type { Expr } from '../model/module-summary.js';
import { force } from './evaluate.js';
import { atOfExpr, nameOf } from './holes.js';
import type { Machine } from './machine.js';
import type { Part } from './parts.js';
import { pathOf } from './path-of.js';
import {
  spanIn,
  type Activation,
  type ExternalValue,
  type OriginHole,
  type Step,
  type Value,
} from './value.js';

/** What a value becomes inside a string. What has no useful text is a hole with the expression's name. */
export function toParts(m: Machine, value: Value, expr: Expr | undefined, activation: Activation): Part[] {
  switch (value.kind) {
    case 'string':
      return [...value.parts];
    case 'number':
    case 'boolean':
      return [{ kind: 'text', text: String(value.value) }];
    case 'url':
      return [...value.href];
    case 'hole': {
      const { reason, name, at, origin, answers, path, type, isOptional, mayBeEmpty, isReplacement } = value;
      const { query, repeats, trail } = value;
      return [
        {
          kind: 'hole',
          reason,
          name,
          at,
          ...(origin ? { origin } : {}),
          ...(answers ? { answers } : {}),
          ...(path ? { path } : {}),
          ...(type ? { type } : {}),
          ...(isOptional ? { isOptional } : {}),
          ...(mayBeEmpty ? { mayBeEmpty } : {}),
          ...(query ? { query } : {}),
          ...(isReplacement ? { isReplacement } : {}),
          ...(repeats === undefined ? {} : { repeats }),
          ...(trail ? { trail } : {}),
        },
      ];
    }
    case 'array':
      return arrayParts(m, value, expr, activation);
    case 'object':
      return [
        {
          ...namedHole(expr, activation),
          ...(value.builtin === 'URLSearchParams' ? { query: value } : {}),
        },
      ];
    case 'external':
      return [{ ...namedHole(expr, activation, value.steps), ...whyExternal(value), external: value }];
    default:
      return [namedHole(expr, activation)];
  }
}

/** An import of a file leads out of the project where the file was not found. */
const whyExternal = ({ module }: ExternalValue): Pick<OriginHole, 'reason'> | undefined =>
  /^\.{0,2}\//.test(module) ? { reason: 'missing-file' } : undefined;

function arrayParts(
  m: Machine,
  value: Extract<Value, { kind: 'array' }>,
  expr: Expr | undefined,
  activation: Activation,
): Part[] {
  if (value.open) return [namedHole(expr, activation)];
  return value.items.flatMap((item, i): Part[] => {
    const [first] = force(m, item);
    const separator: Part[] = i > 0 ? [{ kind: 'text', text: ',' }] : [];
    return first ? [...separator, ...toParts(m, first.value, expr, activation)] : separator;
  });
}

function namedHole(expr: Expr | undefined, activation: Activation, steps: readonly Step[] = []): OriginHole {
  const own = expr ? nameOf(expr, activation.module) : '';
  const name = own === '' ? pathOf(steps) : own;
  return {
    kind: 'hole',
    reason: 'runtime',
    name: name === '' ? 'value' : name,
    at: spanIn(activation.module, expr ? atOfExpr(expr) : [0, 0]),
  };
}
