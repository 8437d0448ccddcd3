import type { Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import type { Program } from '../program/program.js';
import { nameOfCallee } from '../values/holes.js';
import { isProvider } from './gifts.js';

/** The files of functions that keep what they are told, by name. */
type Keepers = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Program['modules'], Keepers>();

/**
 * Functions that change what others see after they have run: variables and objects around them, and fields of instances.
 * Those that call one by its name count too.
 */
export function keepersIn({ modules }: Program): Keepers {
  const before = known.get(modules);
  if (before) return before;
  const callers = new Map<string, Map<string, Set<string>>>();
  const found = new Map<string, Set<string>>();
  for (const module of modules.values()) {
    const namesOf = namesIn(module);
    for (const fn of changingFunctions(module))
      for (const name of namesOf(fn)) note(found, name, module.file);
    for (const call of module.calls)
      if (isProvider(call, module))
        for (const name of namesOf(call.within)) note(found, elementName(name), module.file);
    for (const { callee, within } of module.calls) {
      const name = nameOfCallee(callee, module);
      if (within === 0 || name === '' || !isOwnCode(callee, module)) continue;
      const own = callers.get(name) ?? new Map<string, Set<string>>();
      callers.set(name, own);
      for (const caller of namesOf(within)) note(own, caller, module.file);
    }
  }
  for (const name of found.keys())
    for (const [caller, files] of callers.get(name) ?? [])
      for (const file of files) note(found, caller, file);
  known.set(modules, found);
  return found;
}

function note(files: Map<string, Set<string>>, name: string, file: string): void {
  const own = files.get(name);
  if (own) own.add(file);
  else files.set(name, new Set([file]));
}

/** A component that hands something to those below it keeps what its elements are given. */
export const elementName = (name: string): string => `<${name}>`;

/** Any function may be a module's default. */
export const keeperName = (name: string, file: string): string =>
  name === 'default' ? `${file}#${name}` : name;

/** The names by which a module's function, and those around it, are known inside and outside. */
function namesIn(module: ModuleSummary): (fn: FunctionIndex) => readonly string[] {
  const exported = new Map<FunctionIndex, string[]>();
  for (const one of module.exports) {
    if (one.kind !== 'value' && one.kind !== 'assignment') continue;
    const value = one.value.kind === 'reference' ? module.bindings[one.value.binding]?.value : one.value;
    if (value?.kind !== 'function') continue;
    exported.set(value.fn, [
      ...(exported.get(value.fn) ?? []),
      keeperName(one.kind === 'value' ? one.name : 'default', module.file),
    ]);
  }
  for (const { constructorFn, name } of module.classes)
    if (constructorFn !== undefined && name !== '') exported.set(constructorFn, [name]);
  return (fn) => {
    const names: string[] = [];
    for (let at: FunctionIndex | undefined = fn; at !== undefined; at = module.functions[at]?.parent) {
      const own = module.functions[at]?.name ?? '';
      names.push(...(own === '' ? [] : [own]), ...(exported.get(at) ?? []));
    }
    return names;
  };
}

function changingFunctions(module: ModuleSummary): ReadonlySet<FunctionIndex> {
  const found = new Set<FunctionIndex>();
  for (const { target, within } of module.stores) if (target.kind !== 'this') found.add(within);
  for (const [id, { within }] of Object.entries(module.bindings))
    if (module.bindings[`${declarationOf(id)}#any`]?.value.kind === 'choice') found.add(within);
  for (const { constructorFn, members, changes = [] } of module.classes)
    for (const { within } of [...members.filter((member) => member.isAssigned), ...changes])
      if (within !== undefined && within !== constructorFn) found.add(within);
  found.delete(0);
  return found;
}

/** `name@declaration` of a version of a variable. */
const declarationOf = (id: string): string => id.replace(/#[^#]*$/, '');

/** Whether what is called may be code of the program, told by how it is named. */
function isOwnCode(callee: Expr, module: ModuleSummary): boolean {
  let root = callee;
  while (root.kind === 'member') root = root.object;
  return root.kind === 'this' || (root.kind === 'reference' && module.bindings[root.binding] !== undefined);
}
