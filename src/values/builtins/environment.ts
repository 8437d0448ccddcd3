import type { ExternalValue } from '../value.js';

/** Modules whose exports are environment values. */
const environmentModules: ReadonlySet<string> = new Set([
  '$env/static/private',
  '$env/static/public',
  'astro:env/server',
  'astro:env/client',
]);
const environmentObjects: readonly string[] = [
  'global:process.env',
  'global:import.meta.env',
  'global:Bun.env',
  'process:env',
  'node:process:env',
  '$env/dynamic/private:env',
  '$env/dynamic/public:env',
  'global:ENV',
];

/** The variable that a value reads, when it is one of the runtimes' environment objects: `process.env.X`. */
export function environmentName(value: ExternalValue): string | undefined {
  const names: string[] = [];
  for (const step of value.steps) {
    if (step.kind !== 'member') return undefined;
    names.push(step.name);
  }
  const last = names.at(-1);
  if (last === undefined) return undefined;
  if (environmentModules.has(value.module)) return names.length === 1 ? last : undefined;
  const path = `${value.module}:${names.slice(0, -1).join('.')}`;
  return environmentObjects.includes(path) ? last : undefined;
}
