import type { Program } from '../program/program.js';
import { evaluate, force } from './evaluate.js';
import { createMachine, rootActivation } from './machine.js';
import { textOf, type Value } from './value.js';

const frameworkConfig = /(?:^|\/)next\.config\.[cm]?[jt]s$/;

/** Whether a file is a framework's config that fixes environment values. */
export const isFrameworkConfig = (file: string): boolean => frameworkConfig.test(file);

/** Environment values that a framework's config in the project fixes: `env` of next.config. */
export function frameworkEnvironment(program: Program): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const file of program.files.filter(isFrameworkConfig)) {
    const module = program.modules.get(file);
    if (!module) continue;
    const m = createMachine(program);
    for (const e of module.exports) {
      if (e.kind !== 'assignment' && !(e.kind === 'value' && e.name === 'default')) continue;
      for (const { value } of evaluate(m, e.value, rootActivation(m, module, 0))) collect(value, values, m);
    }
  }
  return values;
}

function collect(config: Value, values: Map<string, string>, m: ReturnType<typeof createMachine>): void {
  const lazy = config.kind === 'object' ? config.props.get('env') : undefined;
  const env = lazy ? force(m, lazy)[0]?.value : undefined;
  if (env?.kind !== 'object') return;
  for (const [name, entry] of env.props) {
    const text = force(m, entry).map((a) => textOf(a.value));
    if (text.length === 1 && text[0] !== undefined) values.set(name, text[0]);
  }
}
