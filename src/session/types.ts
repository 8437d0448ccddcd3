import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { programOf } from '../analyze/program.js';
import { askTypes } from '../checker/ask-types.js';
import { isInstalled, type Disk } from '../checker/disk.js';
import { withTypes } from '../checker/with-types.js';
import { packageOf } from '../model/package-name.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportNote } from '../model/report.js';
import type { Resolution } from '../model/resolution.js';
import type { AnsweredType, TypeQuestion } from '../model/type-question.js';
import type { Program } from '../program/program.js';
import { scriptOf } from '../syntax/script-blocks.js';
import type { Progress } from './options.js';

export interface TypingInput {
  readonly root: string;
  readonly modules: ReadonlyMap<string, ModuleSummary>;
  readonly resolve: (from: string, specifier: string) => Resolution;
  readonly textOf: (file: string) => string | undefined;
  readonly notes: ReportNote[];
  readonly progress: Progress;
}

/** The program with the types of what is asked for; undefined where nothing more is known. Notes what was not asked. */
export function typedProgram(
  { root, modules, resolve, textOf, notes, progress }: TypingInput,
  questions: readonly TypeQuestion[],
  clientTypes: ReadonlySet<string>,
): Program | undefined {
  if (questions.length === 0) return undefined;
  progress(0, questions.length, 'asking for types');
  const folder = root.split(path.sep).join('/');
  const summaries = [...modules.values()];
  const disk = diskOf(root);
  const { answers, isCutOff, files } = askTypes({
    root: folder,
    questions,
    clientTypes,
    textOf: (file) => codeOf(file, textOf(file)),
    implementers: summaries.filter((s) => s.classes.some((c) => c.implements.length > 0)).map((s) => s.file),
    disk,
  });
  const note = (message: string): void => void notes.push({ file: null, line: null, message });
  const missing = notInstalled(disk, folder, summaries, resolve);
  if (missing.length > 0)
    note(
      `--types: types of packages that aren't installed are unknown, but for a few clients and containers: ${listed(missing)}`,
    );
  if (isCutOff)
    note(
      `--types: not all was asked (${files} files were), the rest stays undecided; analyze a smaller folder`,
    );
  if (answers.length === 0) return undefined;
  const byFile = new Map<string, AnsweredType[]>();
  for (const answer of answers) byFile.set(answer.file, [...(byFile.get(answer.file) ?? []), answer]);
  return programOf(
    new Map(summaries.map((summary) => [summary.file, withTypes(summary, byFile.get(summary.file) ?? [])])),
    resolve,
  );
}

const codeOf = (file: string, text: string | undefined): string | undefined =>
  text !== undefined && /\.(?:vue|svelte|astro|html?)$/.test(file) ? scriptOf(file, text) : text;

/** Packages that the files import and that are in no `node_modules` here or above, sorted. */
function notInstalled(
  disk: Disk,
  folder: string,
  summaries: readonly ModuleSummary[],
  resolve: TypingInput['resolve'],
): readonly string[] {
  const names = new Set<string>();
  for (const { file, imports } of summaries)
    for (const { module } of imports)
      if (!isBuiltin(module) && /^[@\w]/.test(module) && resolve(file, module).kind === 'external')
        names.add(packageOf(module));
  return [...names].filter((name) => !isInstalled(disk, folder, name)).sort();
}

const mostNamed = 5;

const listed = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;

const largestRead = 5_000_000;

/** The project's files and the packages that it resolves; nothing else of the disk. */
function diskOf(root: string): Disk {
  const isOpen = (file: string): boolean =>
    file === root || file.startsWith(`${root}/`) || file.includes('/node_modules/');
  return {
    read: (file) => {
      try {
        return isOpen(file) && statSync(file).size <= largestRead ? readFileSync(file, 'utf8') : undefined;
      } catch {
        return undefined;
      }
    },
    isFile: (file) => isOpen(file) && isFile(file),
    isFolder,
    list: (folder) => {
      try {
        return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
          name: entry.name,
          isFile: entry.isFile(),
          isDirectory: entry.isDirectory(),
        }));
      } catch {
        return [];
      }
    },
    realPath: (file) => {
      try {
        return realpathSync(file);
      } catch {
        return file;
      }
    },
  };
}

const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
