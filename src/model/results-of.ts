import type { Expr } from './module-summary.js';

/** What an expression gives, which may be one of several. */
export function resultsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'choice':
      return expr.options.flatMap(({ value }) => resultsOf(value));
    case 'default':
      return [...resultsOf(expr.left), ...resultsOf(expr.right)];
    case 'and':
      return resultsOf(expr.right);
    case 'type-cast':
      return resultsOf(expr.value);
    default:
      return [expr];
  }
}
