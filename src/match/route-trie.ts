import type { HttpMethod } from '../model/http-method.js';
import type { Operation } from '../model/catalog.js';
import { fitsPattern, HOLE, isLiteral, isParameter, mayFitPattern } from './path-pattern.js';
import type { SegmentPattern } from './path-pattern.js';
import type { ServerPattern } from './server-pattern.js';

/** One way to write an operation's path. */
export interface Route {
  readonly operation: Operation;
  readonly pattern: readonly SegmentPattern[];
  /** The docs' path without parameter names: routes of one shape are one route. */
  readonly shape: string;
  /** The operation's own servers, where it has some. */
  readonly servers?: readonly ServerPattern[];
}

interface MixedChild {
  readonly pattern: SegmentPattern;
  readonly node: RouteNode;
}

/** A node of the tree of path segments. Templates that differ in parameter names alone end in one node. */
export interface RouteNode {
  readonly statics: Map<string, RouteNode>;
  /** By the pattern's texts; longest literal text first once `sortMixed` has run. */
  mixed?: Map<string, MixedChild>;
  parameter?: RouteNode;
  /** By method, sorted by operation id. */
  routes?: Map<HttpMethod, Route[]>;
}

/** How well a segment fits a template's, best first. A guess is a hole on a template's text. */
export const fit = { exact: 0, mixed: 1, parameter: 2, guess: 3 } as const;

/** A template that fits, with the fit of each segment. */
export interface Terminal {
  readonly node: RouteNode;
  readonly fits: readonly number[];
}

export const emptyNode = (): RouteNode => ({ statics: new Map() });

/** Adds a route; a second one of the same method and shape joins the first, in the order of operation ids. */
export function insertRoute(root: RouteNode, route: Route): void {
  let node = root;
  for (const pattern of route.pattern) node = childFor(node, pattern);
  node.routes ??= new Map();
  const same = node.routes.get(route.operation.method) ?? [];
  if (same.some((other) => other.operation === route.operation)) return;
  same.push(route);
  same.sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
  node.routes.set(route.operation.method, same);
}

function childFor(node: RouteNode, pattern: SegmentPattern): RouteNode {
  if (isParameter(pattern)) return (node.parameter ??= emptyNode());
  if (isLiteral(pattern)) {
    const text = pattern[0] ?? '';
    const child = node.statics.get(text) ?? emptyNode();
    node.statics.set(text, child);
    return child;
  }
  const key = pattern.join(HOLE);
  const mixed = (node.mixed ??= new Map());
  const child = mixed.get(key) ?? { pattern, node: emptyNode() };
  mixed.set(key, child);
  return child.node;
}

/** Puts the mixed segments of the whole tree in the order in which they are tried. Call it once all routes are in. */
export function sortMixed(node: RouteNode): void {
  if (node.mixed !== undefined) {
    const length = (key: string): number => key.replaceAll(HOLE, '').length;
    node.mixed = new Map([...node.mixed].sort(([a], [b]) => length(b) - length(a) || (a < b ? -1 : 1)));
    for (const child of node.mixed.values()) sortMixed(child.node);
  }
  for (const child of node.statics.values()) sortMixed(child);
  if (node.parameter !== undefined) sortMixed(node.parameter);
}

/** The first template that surely fits: text before mixed before parameter, from the left, with backtracking. */
export function firstTerminal(node: RouteNode, segments: readonly string[], at = 0): RouteNode | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.routes === undefined ? undefined : node;
  const literal = node.statics.get(segment);
  const found = literal && firstTerminal(literal, segments, at + 1);
  if (found !== undefined) return found;
  const mixed = node.mixed && firstMixed(node.mixed, segment, segments, at);
  return mixed ?? (node.parameter && firstTerminal(node.parameter, segments, at + 1));
}

function firstMixed(
  mixed: ReadonlyMap<string, MixedChild>,
  segment: string,
  segments: readonly string[],
  at: number,
): RouteNode | undefined {
  for (const child of mixed.values()) {
    if (!fitsPattern(segment, child.pattern)) continue;
    const found = firstTerminal(child.node, segments, at + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Every template that fits, in the same order. With `guess`, those that fit only for some value of a hole too.
 * Each node is entered once at most, so the cost is bounded by the tree's size.
 */
export function allTerminals(root: RouteNode, segments: readonly string[], guess: boolean): Terminal[] {
  const found: Terminal[] = [];
  const fits: number[] = [];
  const enter = (node: RouteNode | undefined, at: number, how: number): void => {
    if (node === undefined) return;
    fits[at - 1] = how;
    visit(node, at);
  };
  const visit = (node: RouteNode, at: number): void => {
    const segment = segments[at];
    if (segment === undefined) {
      if (node.routes !== undefined) found.push({ node, fits: fits.slice(0, at) });
      return;
    }
    enter(node.statics.get(segment), at + 1, fit.exact);
    for (const child of node.mixed?.values() ?? []) {
      if (fitsPattern(segment, child.pattern)) enter(child.node, at + 1, fit.mixed);
    }
    enter(node.parameter, at + 1, fit.parameter);
    if (guess && segment.includes(HOLE)) visitGuesses(node, segment, at);
  };
  const visitGuesses = (node: RouteNode, segment: string, at: number): void => {
    for (const child of node.mixed?.values() ?? []) {
      const sure = fitsPattern(segment, child.pattern);
      if (!sure && mayFitPattern(segment, child.pattern)) enter(child.node, at + 1, fit.guess);
    }
    for (const [text, child] of node.statics) {
      if (mayFitPattern(segment, [text])) enter(child, at + 1, fit.guess);
    }
  };
  visit(root, 0);
  return found;
}

/** Whether one template fits at least as well in every segment, and better in one. */
export function dominates(a: Terminal, b: Terminal): boolean {
  let better = false;
  for (const [at, how] of a.fits.entries()) {
    const other = b.fits[at] ?? how;
    if (how > other) return false;
    if (how < other) better = true;
  }
  return better;
}

export const isGuess = (terminal: Terminal): boolean => terminal.fits.includes(fit.guess);
