import type { TSESTree } from '@typescript-eslint/utils';
import type { ArrayEntry, Expr } from '../model/module-summary.js';
import { type Lowering } from './draft.js';
import { addCall } from './lower-call.js';
import { lowerExpression, lowerItem } from './lower-expression.js';
import { lowerFunction } from './lower-function.js';
import { atOf, keyName, unwrap, type Node } from './node.js';

/** What a helper that a compiler emits stands for in the source that was compiled. */
type Helper = (l: Lowering, node: TSESTree.CallExpression) => Expr | undefined;

/** Helpers around `require`, arrays and generators that give their first argument back. */
const first: Helper = (l, node) => node.arguments[0] && lowerExpression(l, node.arguments[0]);

/** `__awaiter(this, args, P, function* () {…})`: an async function that is called at once, with the same `this`. */
const awaited: Helper = (l, node) => {
  const body = generatorAt(node, node.arguments.length - 1);
  if (!body) return undefined;
  const passed = node.arguments[1] && unwrap(node.arguments[1]);
  const args: ArrayEntry[] =
    passed?.type === 'ArrayExpression' || (passed?.type === 'Identifier' && passed.name === 'arguments')
      ? [{ spread: true, value: lowerExpression(l, passed) }]
      : [];
  const fn = lowerFunction(l, body, { isAsyncArrow: true });
  return addCall(l, node, { kind: 'function', fn, at: atOf(body) }, args, 'call');
};

/** `_asyncToGenerator(function* () {…})`: the async function itself. */
const asynchronous: Helper = (l, node) => {
  const body = generatorAt(node, 0);
  return body && { kind: 'function', fn: lowerFunction(l, body, { isAsyncFunction: true }), at: atOf(body) };
};

function generatorAt(node: TSESTree.CallExpression, index: number): TSESTree.FunctionExpression | undefined {
  const argument = node.arguments[index] && unwrap(node.arguments[index]);
  return argument?.type === 'FunctionExpression' && argument.generator ? argument : undefined;
}

/** `__assign({}, a, b)` is `{ ...a, ...b }`. */
const merged: Helper = (l, node) => ({
  kind: 'object',
  entries: node.arguments.map((a) => ({ kind: 'spread', value: lowerExpression(l, a) })),
  at: atOf(node),
});

/** `__rest(o, ['a'])` is what remains of `o` without `a`. */
const rest: Helper = (l, node) => {
  const [of, names] = node.arguments;
  const list = names && unwrap(names);
  if (!of || list?.type !== 'ArrayExpression') return undefined;
  const omit = list.elements.map((e) => e?.type === 'Literal' && String(e.value));
  if (omit.some((name) => name === false)) return undefined;
  return { kind: 'rest', of: lowerExpression(l, of), omit: omit as string[] };
};

/** `__spreadArray(a, b)` is `[...a, ...b]`. */
const spread: Helper = (l, node) => ({
  kind: 'array',
  items: node.arguments.slice(0, 2).map((a) => ({ ...lowerItem(l, a), spread: true })),
  at: atOf(node),
});

const helpers: Readonly<Record<string, Helper>> = {
  __importDefault: first,
  __importStar: first,
  _interopRequireDefault: first,
  _interopRequireWildcard: first,
  _interop_require_default: first,
  _interop_require_wildcard: first,
  _interopDefault: first,
  _interopDefaultLegacy: first,
  _interopNamespace: first,
  __toESM: first,
  __awaiter: awaited,
  __async: awaited,
  _asyncToGenerator: asynchronous,
  _async_to_generator: asynchronous,
  __assign: merged,
  __spreadValues: merged,
  __spreadProps: merged,
  _extends: merged,
  _objectSpread: merged,
  _objectSpread2: merged,
  _object_spread: merged,
  _object_spread_props: merged,
  __rest: rest,
  __objRest: rest,
  _objectWithoutProperties: rest,
  _object_without_properties: rest,
  __spreadArray: spread,
  _toConsumableArray: first,
  _to_consumable_array: first,
};

/** Lowers a call of a compiler's helper to what it was compiled from; undefined for every other call. */
export function lowerHelper(l: Lowering, node: TSESTree.CallExpression): Expr | undefined {
  const name = helperName(unwrap(node.callee));
  const helper = name !== undefined && Object.hasOwn(helpers, name) ? helpers[name] : undefined;
  return node.arguments.length > 0 ? helper?.(l, node) : undefined;
}

/** `__awaiter`, `tslib_1.__awaiter`, `(0, tslib_1.__awaiter)`. */
function helperName(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'SequenceExpression') {
    const last = callee.expressions.at(-1);
    return last && helperName(unwrap(last));
  }
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined;
  return /^_*tslib/.test(callee.object.name) ? keyName(callee.property, callee.computed) : undefined;
}
