import type { ModuleSummary } from '../model/module-summary.js';
import type { Resolution } from '../model/resolution.js';
import { createProgram, type Program } from '../program/program.js';
import { frameworkEnvironment } from '../values/framework-environment.js';

/** Links summaries to a program, with the environment values that the project's own config fixes. */
export function programOf(
  modules: ReadonlyMap<string, ModuleSummary>,
  resolve: (from: string, specifier: string) => Resolution,
): Program {
  const plain = createProgram(modules, resolve);
  const environment = frameworkEnvironment(plain);
  return environment.size === 0 ? plain : createProgram(modules, resolve, (name) => environment.get(name));
}
