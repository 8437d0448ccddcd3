import type { ModuleSummary } from '../model/module-summary.js';
import type { Resolution } from '../model/resolution.js';
import { createProgram, type Program } from '../program/program.js';
import { frameworkEnvironment } from '../values/framework-environment.js';

/** Links summaries to a program, with the environment values that the project's own config fixes. */
export function programOf(
  summaries: readonly ModuleSummary[],
  resolve: (from: string, specifier: string) => Resolution,
): Program {
  const plain = createProgram(summaries, resolve);
  const environment = frameworkEnvironment(plain);
  return environment.size === 0 ? plain : createProgram(summaries, resolve, (name) => environment.get(name));
}
