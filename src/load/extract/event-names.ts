import { givesBack } from '../../values/builtins/packages.js';
import { pathOf } from '../../values/path-of.js';
import type { ExternalValue } from '../../values/value.js';
import type { CodeOptions } from '../options.js';

const verbs = /^(?:get|post|put|patch|delete|del|head|options|all|use|route)$/;
const listeners =
  /^(?:on|once|addListener|addEventListener|subscribe|consume|process|handle|onMessage|receive|poll)$/;
/** Packages that stand in for servers: nothing comes from outside there. */
const mocks = /^(?:msw|nock|fetch-mock|supertest|jest|vitest|sinon|axios-mock-adapter)(?:\/|$)/;
const commands = /^(?:commander|cac|yargs|sade|caporal|@oclif\/core|citty|meow)$/;

/** What sets off the functions that a call is given, `once` for a command; undefined where it is no registration. */
export function eventName(
  callee: ExternalValue,
  options: CodeOptions,
  { before }: { readonly before: CodeOptions | undefined },
): string | undefined {
  const last = callee.steps.at(-1);
  const name = last?.kind === 'member' ? last.name : '';
  if (mocks.test(callee.module)) return undefined;
  if (commands.test(callee.module)) return /^(?:action|command|parse)$/.test(name) ? 'once' : undefined;
  const path = pathOf(callee.steps);
  const text = options.text(0);
  if (verbs.test(name) && text !== undefined && /^[/*]/.test(text)) return routeName(name, text);
  if (verbs.test(name) && /route\(\)(?:\.\w+\(\))*\.\w+$/.test(path))
    return routeName(name, before?.text(0) ?? 'route');
  if (name === 'route' && options.has(0, 'url'))
    return routeName(options.text(0, 'method') ?? 'all', options.text(0, 'url') ?? 'route');
  // `_.once(load)` listens to nothing.
  if (listeners.test(name) && !givesBack(callee.module, path)) return text ?? name;
  if (name === 'run' && (options.has(0, 'eachMessage') || options.has(0, 'eachBatch'))) return 'eachMessage';
  return undefined;
}

function routeName(verb: string, route: string): string {
  const method = { all: '*', use: '*', route: '*', del: 'DELETE' }[verb] ?? verb.toUpperCase();
  return `${method} ${route}`;
}
