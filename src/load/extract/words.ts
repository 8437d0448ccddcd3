import type { Expr, ModuleSummary } from '../../model/module-summary.js';

/** An expression as people write it, without what it waits for: `users`, `page.items`, `Object.keys(map)`, `load()`. */
export function wordsOf(expr: Expr, module: ModuleSummary): string {
  switch (expr.kind) {
    case 'literal':
      return String(expr.value);
    case 'reference':
      return module.bindings[expr.binding]?.name ?? '';
    case 'global':
      return expr.name;
    case 'this':
      return 'this';
    case 'member': {
      const object = wordsOf(expr.object, module);
      if (expr.key.kind !== 'literal') return `${object}[${wordsOf(expr.key, module)}]`;
      const key = String(expr.key.value);
      return object === '' || object === 'this' ? key : `${object}.${key}`;
    }
    case 'call': {
      const call = module.calls[expr.call];
      if (call === undefined) return '';
      const args = call.args.map(({ spread, value }) => (spread ? '...' : '') + wordsOf(value, module));
      return `${wordsOf(call.callee, module)}(${args.every((arg) => arg !== '') ? args.join(', ') : ''})`;
    }
    case 'await':
    case 'type-cast':
      return wordsOf(expr.value, module);
    case 'default':
      return wordsOf(expr.left, module);
    case 'parameter':
      return module.functions[expr.fn]?.parameters[expr.index]?.name ?? '';
    case 'opaque':
      return expr.name;
    default:
      return '';
  }
}
