import type { DataFile } from '../../model/data-file.js';
import { nodeAt } from '../../model/data-file.js';
import { samTemplate, serverless } from './aws.js';
import { githubWorkflow } from './github-workflow.js';
import { kubernetesCronJob } from './kubernetes.js';
import type { ScheduledEntry, ScheduleFile } from '../scheduled-entry.js';
import { beside, textsOf } from '../scheduled-entry.js';
import { netlify } from './netlify.js';
import { pm2 } from './pm2.js';
import { vercel } from './vercel.js';
import { wrangler } from './wrangler.js';

/** Every kind of data file that says when code runs. One line a kind. */
export const scheduleFiles: readonly ScheduleFile[] = [
  githubWorkflow,
  kubernetesCronJob,
  netlify,
  pm2,
  samTemplate,
  serverless,
  vercel,
  wrangler,
];

const packageFile = /(?:^|\/)package\.json$/;

/** Whether a file could say when code runs, or what a command of those files runs. */
export const isScheduleFile = (file: string): boolean =>
  !/(?:^|\/)node_modules\//.test(file) &&
  (packageFile.test(file) || scheduleFiles.some(({ files }) => files.test(file)));

/** What the data files of a project start, with commands led to the files that they run. */
export function scheduledEntries(data: readonly DataFile[]): readonly ScheduledEntry[] {
  const scripts = scriptsOf(data);
  return data
    .flatMap((one) => scheduleFiles.flatMap((kind) => (kind.files.test(one.file) ? kind.read(one) : [])))
    .flatMap((scheduled): readonly ScheduledEntry[] =>
      scheduled.entry.kind === 'command'
        ? filesRun(scheduled.entry.text, scripts, 0).map((file) => ({
            ...scheduled,
            entry: { kind: 'file', file },
          }))
        : [scheduled],
    );
}

interface Script {
  readonly name: string;
  readonly text: string;
  readonly file: string;
}

function scriptsOf(data: readonly DataFile[]): readonly Script[] {
  return data
    .filter(({ file }) => packageFile.test(file))
    .flatMap(({ file, root }) => {
      const scripts = nodeAt(root, 'scripts');
      return (scripts?.kind === 'map' ? scripts.entries : []).map(({ key, value }) => ({
        name: key,
        text: textsOf(value)[0] ?? '',
        file,
      }));
    });
}

const maxSteps = 4;

/** The files that a command line runs: `node x.js`, `npx tsx x.ts`, `npm run x`. */
function filesRun(command: string, scripts: readonly Script[], depth: number): readonly string[] {
  if (depth > maxSteps) return [];
  const parts = command.split(/[\n;|&]+/).map((part) => part.trim().split(/\s+/));
  return parts.flatMap((words) => {
    const runner = words.findIndex((word) => /(?:^|\/)(?:node|nodejs|tsx|ts-node|bun|deno)$/.test(word));
    if (runner !== -1) {
      const file = words.slice(runner + 1).find((word) => /\.[cm]?[jt]sx?$/.test(word));
      return file === undefined ? [] : [beside('', file)];
    }
    const tool = words.findIndex((word) => /^(?:npm|pnpm|yarn|bun)$/.test(word));
    if (tool === -1) return [];
    const name = words
      .slice(tool + 1)
      .find((word) => word !== 'run' && word !== 'run-script' && !word.startsWith('-'));
    return scripts
      .filter((script) => script.name === name)
      .flatMap((script) =>
        filesRun(script.text, scripts, depth + 1).map((file) => beside(script.file, file)),
      );
  });
}
