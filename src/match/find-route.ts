import type { HttpMethod } from '../model/http-method.js';
import { HOLE, isLiteral, isParameter } from './path-pattern.js';
import { allTerminals, dominates, firstTerminal, isGuess } from './route-trie.js';
import type { Route, RouteNode, Terminal } from './route-trie.js';

/** What the templates of one tree say of a path and a method. */
export type RouteAnswer =
  /** `guessed`: fits only where a hole happens to hold the template's text. */
  | { readonly kind: 'one'; readonly route: Route; readonly guessed: boolean }
  | { readonly kind: 'several'; readonly routes: readonly Route[] }
  /** The path is documented, with other methods. */
  | { readonly kind: 'other-method'; readonly routes: readonly Route[] }
  | undefined;

export interface RouteQuery {
  readonly segments: readonly string[];
  readonly method: HttpMethod;
  /** Let holes stand for text of templates. */
  readonly guess: boolean;
  /** The last segment may only be a literal one. */
  readonly literalEnd?: boolean;
  /** Leaves out operations that are not served at the request's host. */
  readonly serves: (route: Route) => boolean;
}

/**
 * The route of a path and method. The most literal template that surely fits wins; a template with the method
 * wins over one without, unless the latter is the more literal one (`GET /incidents/search` is not
 * `GET /incidents/{incidentId}`). Guesses count only where nothing surely fits.
 */
export function findRoute(root: RouteNode, query: RouteQuery): RouteAnswer {
  const first = firstTerminal(root, query.segments);
  if (first !== undefined && !query.guess) {
    const routes = routesAt(first, query);
    // Two mixed segments fit equally well: then a template that comes later in the order may still be the better one.
    if (routes.length > 0 && !routes.some(hasMixed)) return oneOrSeveral(routes, false);
  } else if (!query.guess) return undefined;
  return chooseAmong(allTerminals(root, query.segments, query.guess), query);
}

function chooseAmong(terminals: readonly Terminal[], query: RouteQuery): RouteAnswer {
  const sure = terminals.filter((terminal) => !isGuess(terminal));
  const hit = sure.find(
    (terminal) =>
      routesAt(terminal.node, query).length > 0 && !sure.some((other) => dominates(other, terminal)),
  );
  if (hit !== undefined) return oneOrSeveral(routesAt(hit.node, query), false);
  if (query.guess) {
    const guesses = terminals.filter(
      (terminal) => isGuess(terminal) && routesAt(terminal.node, query).length > 0,
    );
    const best = guesses.filter((terminal) => !guesses.some((other) => dominates(other, terminal)));
    if (best.length > 0)
      return oneOrSeveral(
        best.flatMap(({ node }) => routesAt(node, query)),
        true,
      );
  }
  for (const { node } of sure) {
    const documented = [...(node.routes?.values() ?? [])].flat();
    const routes = documented.filter((route) => endsRight(route, query) && query.serves(route));
    if (routes.length > 0) return { kind: 'other-method', routes };
  }
  return undefined;
}

const hasMixed = ({ pattern }: Route): boolean =>
  pattern.some((segment) => !isLiteral(segment) && !isParameter(segment));

function routesAt(node: RouteNode, query: RouteQuery): readonly Route[] {
  const routes = node.routes?.get(query.method) ?? [];
  return routes.filter((route) => endsRight(route, query) && query.serves(route));
}

function endsRight(route: Route, { literalEnd }: RouteQuery): boolean {
  const last = route.pattern.at(-1);
  return literalEnd !== true || (last !== undefined && isLiteral(last));
}

/** Operations that are equal up to parameter names are one route, called by the first one's name. */
function oneOrSeveral(routes: readonly Route[], guessed: boolean): RouteAnswer {
  const byShape = new Map<string, Route>();
  for (const route of routes) {
    const known = byShape.get(route.shape);
    if (known === undefined || route.operation.id < known.operation.id) byShape.set(route.shape, route);
  }
  const distinct = [...byShape.values()];
  const [only, ...more] = distinct;
  if (only === undefined) return undefined;
  return more.length === 0 ? { kind: 'one', route: only, guessed } : { kind: 'several', routes: distinct };
}

export const hasHole = (segments: readonly string[]): boolean =>
  segments.some((segment) => segment.includes(HOLE));
