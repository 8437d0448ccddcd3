import type { Expr, ModuleSummary } from '../model/module-summary.js';
import type { Program } from '../program/program.js';
import { isFrameworkConfig } from '../values/framework-environment.js';
import { closure, filesLoadedBy, startOf } from '../values/loaded-with.js';
import { giftsOf, type Gift } from './gifts.js';
import { elementName, keeperName, keepersIn } from './keepers.js';
import { isMadeOf, targetOf, type Placed } from './made-of.js';

/** The files that may give something to code which doesn't import them. */
export const givingFiles = (program: Program): readonly string[] =>
  filesThat(program, (gift, module) => keptBy(program, module, gift) !== undefined);

/** Those that tell a function of some files what these keep: who asks what they keep has to see the call. */
export const tellingFiles = (program: Program, files: ReadonlySet<string>): readonly string[] =>
  filesThat(program, (gift, module) => {
    const keepers = gift.told && keptBy(program, module, gift);
    return keepers !== undefined && [...keepers].some((file) => files.has(file));
  });

const filesThat = (
  program: Program,
  gives: (gift: Gift, module: ModuleSummary) => boolean,
): readonly string[] =>
  program.files.filter((file) => {
    const module = program.modules.get(file);
    return module && giftsOf(module).some((gift) => gives(gift, module));
  });

/** Whether something that depends on the changed files reaches code which doesn't import those that give it. */
export function reachesBeyond(
  program: Program,
  files: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): boolean {
  const modules = [...files].flatMap((file) => program.modules.get(file) ?? []);
  if (modules.some(({ file }) => isFrameworkConfig(file))) return true;
  const given = modules.flatMap((module) =>
    giftsOf(module)
      .filter((gift) => keptBy(program, module, gift) !== undefined)
      .flatMap(({ values }) => values.map((value): Placed => [module, value])),
  );
  return isMadeOf(program, given, changed);
}

/** The files whose functions keep what they are told, the giving one for what needs no function; undefined where nobody keeps it. */
function keptBy(
  program: Program,
  module: ModuleSummary,
  { told, extending }: Gift,
): ReadonlySet<string> | undefined {
  const { file } = module;
  if (extending) return isOfProgram(program, module, extending) ? new Set([file]) : undefined;
  if (!told) return new Set([file]);
  const keepers = keepersIn(program);
  const named = told.kind === 'jsx' ? elementName : (name: string): string => name;
  if (!told.from || told.name !== told.from.name) {
    const isOutside = told.from && program.resolve(file, told.from.module).kind !== 'module';
    return isOutside ? undefined : keepers.get(named(told.name));
  }
  const [target] = targetOf(program, file, told.from);
  return target && keepers.get(named(keeperName(told.name, target.file)));
}

/** Whether a class that is extended is one of the program's. */
function isOfProgram(program: Program, module: ModuleSummary, base: Expr): boolean {
  const made = base.kind === 'reference' ? module.bindings[base.binding]?.value : base;
  return (
    made?.kind === 'class' || (made?.kind === 'imported' && targetOf(program, module.file, made).length > 0)
  );
}

/** Whether what is given in two states of a program is given to the same files: changed ones may start or load something else. */
export const givesToSame = (a: Program, b: Program, changed: ReadonlySet<string>): boolean =>
  togetherWith(a, changed) === togetherWith(b, changed);

function togetherWith(program: Program, changed: ReadonlySet<string>): string {
  const giving = new Set(givingFiles(program));
  const loads = filesLoadedBy(program);
  return JSON.stringify(
    [...changed].map((file) => {
      const loaded = [...closure([file], (one) => loads.get(one)?.files ?? [])];
      const isLoaded = [...loads.values()].some(({ files }) => files.includes(file));
      return [isLoaded || startOf(program, file), loaded.filter((one) => giving.has(one)).sort()];
    }),
  );
}
