import type { Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';

const methods = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** The route that a framework finds by the file in which a function stands. */
export function routeOf({ module, summary }: Activation): string | undefined {
  const route = /(?:^|\/)app\/(?:(.*)\/)?route\.[cm]?[jt]sx?$/.exec(module.file);
  if (route && methods.test(summary.name)) {
    const path = (route[1] ?? '').split('/').filter((part) => !/^\(.*\)$/.test(part));
    return `${summary.name} /${path.join('/')}`;
  }
  const page = /(?:^|\/)pages\/(api\/.*?)(?:\/index)?\.[cm]?[jt]sx?$/.exec(module.file);
  return page ? `* /${page[1] ?? ''}` : undefined;
}

/** Whether a host runs a function, in a process that may be begun for it: a route, what Lambda or a worker calls. */
export function isOfHost(activation: Activation): boolean {
  const { module, fn } = activation;
  if (routeOf(activation) !== undefined) return true;
  return module.exports.some((e) => {
    if (e.kind !== 'value') return false;
    if (e.name === 'handler') return functionOf(module, e.value) === fn;
    return e.name === 'default' && workerParts(module, e.value).includes(fn);
  });
}

const ofWorkers = /^(?:fetch|scheduled|queue|email|tail)$/;

/** `export default { fetch, scheduled }`: what a worker runs. */
function workerParts(module: ModuleSummary, expr: Expr): readonly FunctionIndex[] {
  if (expr.kind === 'type-cast') return workerParts(module, expr.value);
  if (expr.kind === 'reference') {
    const held = module.bindings[expr.binding]?.value;
    return held === undefined || held.kind === 'reference' ? [] : workerParts(module, held);
  }
  if (expr.kind !== 'object') return [];
  return expr.entries.flatMap((entry) => {
    if (entry.kind !== 'property' || entry.key.kind !== 'literal') return [];
    const fn = functionOf(module, entry.value);
    return fn !== undefined && ofWorkers.test(String(entry.key.value)) ? [fn] : [];
  });
}

export function functionOf(module: ModuleSummary, expr: Expr): FunctionIndex | undefined {
  if (expr.kind === 'function') return expr.fn;
  const value = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : undefined;
  return value && functionOf(module, value);
}
