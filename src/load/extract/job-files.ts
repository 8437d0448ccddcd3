import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { rootActivation } from '../../values/machine.js';
import { pathOf } from '../../values/path-of.js';
import type { Activation, Argument, ExternalValue, Value } from '../../values/value.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import { beside } from '../scheduled-entry.js';
import { jobModels } from '../schedules/index.js';
import type { JobModel } from '../schedules/model.js';
import { maker } from './maker.js';
import { codeOptions } from './options-in-code.js';
import type { Reader } from './reader.js';

/** Files that code has run for it, and when: what a scheduler is told, and config files written in code. */
export function jobFiles(reader: Reader): readonly ScheduledEntry[] {
  const found: ScheduledEntry[] = [];
  const add = (
    model: JobModel,
    args: readonly Argument[],
    activation: Activation,
    callee?: ExternalValue,
  ): void => {
    const entries = model.read({
      path: callee ? pathOf(callee.steps) : '',
      file: activation.module.file,
      options: codeOptions(reader, args, activation),
      receiver: callee && maker(reader, callee, activation)?.options,
      made: (value) => maker(reader, value, activation),
      pathText,
    });
    for (const one of entries) found.push(...placed(reader, one, activation.module));
  };
  for (const model of jobModels) {
    const { packages, paths, files } = model;
    for (const { site, callee } of packages ? reader.graph.external : []) {
      if (packages?.test(callee.module) !== true || paths?.test(pathOf(callee.steps)) === false) continue;
      const given = site.module.calls[site.index]?.args ?? [];
      const lazy = (expr: Expr): Argument['value'] => ({ kind: 'expr', expr, activation: site.activation });
      add(
        model,
        given.map(({ spread, value }) => ({ spread, value: lazy(value) })),
        site.activation,
        callee,
      );
    }
    for (const [file, module] of files ? reader.m.program.modules : []) {
      const main = files?.test(file) === true ? mainExport(module) : undefined;
      if (main === undefined) continue;
      const activation = rootActivation(reader.m, module, 0);
      add(model, [{ spread: false, value: { kind: 'expr', expr: main, activation } }], activation);
    }
  }
  return found;
}

function mainExport({ exports }: ModuleSummary): Expr | undefined {
  const found = exports.find((e) => e.kind === 'assignment' || (e.kind === 'value' && e.name === 'default'));
  return found?.kind === 'assignment' || found?.kind === 'value' ? found.value : undefined;
}

/** The files of the program that a path may mean: seen from the file that names it, from the root, or by its end. */
function placed({ m }: Reader, one: ScheduledEntry, { file }: ModuleSummary): readonly ScheduledEntry[] {
  const { entry } = one;
  if ((entry.kind !== 'file' && entry.kind !== 'export') || entry.file === undefined) return [one];
  const bare = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '');
  const named = bare(beside('', entry.file));
  const near = beside(file, named);
  const files = [...m.program.modules.keys()];
  if (named.endsWith('/*')) return inFolder(one, named.slice(0, -2), files, file);
  const exact = files.filter((other) => bare(other) === near);
  const found = exact.length > 0 ? exact : files.filter((other) => `/${bare(other)}`.endsWith(`/${named}`));
  // A path of what is built has no file yet: that of its source is found by the roots.
  return (found.length > 0 ? found : [near]).map((other) => ({
    ...one,
    entry: { ...entry, file: other },
  }));
}

/** All files of a folder; of `jobs/index`, those beside it, where it is there. */
function inFolder(
  one: ScheduledEntry,
  folder: string,
  files: readonly string[],
  from: string,
): readonly ScheduledEntry[] {
  const bare = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '');
  const isIndexed = /(?:^|\/)index$/.test(folder);
  const plain = isIndexed ? folder.replace(/\/?index$/, '') : folder;
  const near = [beside(from, plain), plain];
  const inside = files.filter((file) =>
    near.some(
      (path) =>
        path !== '' &&
        bare(file)
          .replace(/\/[^/]*$/, '')
          .endsWith(path),
    ),
  );
  if (isIndexed && !inside.some((file) => /\/index$/.test(bare(file)))) return [];
  return inside
    .filter((file) => file !== from && !/\/index$/.test(bare(file)))
    .map((file) => ({ ...one, entry: { kind: 'file', file } }));
}

/** The known end of a path; what stands before it is taken to be the folder of the file itself. */
function pathText([value]: readonly Value[]): string | undefined {
  const parts = value?.kind === 'string' ? value.parts : value?.kind === 'url' ? value.href : [];
  const last = parts.at(-1);
  return last?.kind === 'text' ? (parts.length === 1 ? last.text : last.text.replace(/^\/+/, '')) : undefined;
}
