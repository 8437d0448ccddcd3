import { autoImport } from './auto-imports.js';
import { namespaceMember } from './imports.js';
import type { Machine } from './machine.js';
import { pageGlobal } from './page-globals.js';
import { readKey } from './reads.js';
import { sure, type Activation, type Alternatives, type Value } from './value.js';

/** The value of a name that nothing around it declares. */
export const globalNamed = (m: Machine, name: string, activation: Activation): Alternatives =>
  importedByItself(m, name, activation) ?? sure(ofEnvironment(name, activation));

/** What frameworks import by themselves, and what the scripts of a page share. */
function importedByItself(m: Machine, name: string, activation: Activation): Alternatives | undefined {
  readKey(m, 'imported', name);
  const found = autoImport(m.program, name, activation.module.file);
  return found
    ? namespaceMember(m, found.file, found.name, activation)
    : pageGlobal(m, name, activation.module.file);
}

/** What the environment gives. */
function ofEnvironment(name: string, activation: Activation): Value {
  if (name === 'exports') return { kind: 'namespace', file: activation.module.file };
  if (name === 'NaN') return { kind: 'number', value: NaN };
  if (name === 'Infinity') return { kind: 'number', value: Infinity };
  const steps =
    name === 'globalThis' || name === 'window' || name === 'self' || name === 'global'
      ? []
      : [{ kind: 'member' as const, name }];
  return { kind: 'external', module: 'global', steps };
}
