import { HOLE, mayFitPattern } from './path-pattern.js';
import type { Route, RouteNode } from './route-trie.js';

/**
 * The routes that a path could be if each of its holes may stand for any text, slashes included: nothing of what is
 * known contradicts them. A whole segment that is unknown may be no segment at all. Each node is entered once for
 * each place of the path at most.
 */
export function reachableRoutes(root: RouteNode, segments: readonly string[]): Route[] {
  const found = new Set<Route>();
  const seen = new Map<string, Set<RouteNode>>();
  /** `inHole`: inside a stretch that began with the segment before `at`, of which the end must still fit. */
  const visit = (node: RouteNode, at: number, inHole: boolean): void => {
    const key = `${at}${inHole ? '+' : ''}`;
    const visited = seen.get(key) ?? new Set();
    if (visited.has(node)) return;
    seen.set(key, visited.add(node));
    const segment = segments[at];
    if (inHole) {
      const tail = HOLE + (segments[at - 1] ?? '').split(HOLE).slice(-1).join('');
      for (const [text, child] of childrenOf(node)) {
        visit(child, at, true);
        if (fits(tail, text)) visit(child, at, false);
      }
      return;
    }
    if (segment === undefined) {
      for (const route of [...(node.routes?.values() ?? [])].flat()) found.add(route);
      return;
    }
    const isOpen = segment.includes(HOLE);
    if (isOpen && segment.replaceAll(HOLE, '') === '') visit(node, at + 1, false);
    const head = (segment.split(HOLE)[0] ?? '') + HOLE;
    for (const [pattern, child] of childrenOf(node)) {
      if (fits(segment, pattern)) visit(child, at + 1, false);
      if (isOpen && fits(head, pattern)) visit(child, at + 1, true);
    }
  };
  visit(root, 0, false);
  return [...found];
}

const fits = (segment: string, pattern: readonly string[]): boolean => mayFitPattern(segment, pattern);

const children = new WeakMap<RouteNode, readonly [pattern: readonly string[], RouteNode][]>();

/** The nodes below one, with the pattern of the segment that leads there. A node is asked for its children time and again. */
function childrenOf(node: RouteNode): readonly [readonly string[], RouteNode][] {
  const known = children.get(node);
  if (known) return known;
  const found: [readonly string[], RouteNode][] = [
    ...[...node.statics].map(([text, child]): [readonly string[], RouteNode] => [[text], child]),
    ...[...(node.mixed?.values() ?? [])].map((one): [readonly string[], RouteNode] => [
      one.pattern,
      one.node,
    ]),
    ...(node.parameter ? [[['', ''], node.parameter] as [readonly string[], RouteNode]] : []),
  ];
  children.set(node, found);
  return found;
}
