import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundledCatalogs } from '../../catalog/read.js';
import { configNames, findConfigFile } from '../../config/find-config.js';
import { starterConfig } from '../../config/starter/text.js';
import type { Starter } from '../../config/starter/text.js';
import { errorCode, fileProblem, UserError } from '../../model/errors.js';
import { printable } from '../../report/format/text.js';
import { sortReport } from '../../report/format/sort.js';
import { catalogNamed } from '../catalogs.js';
import type { Context } from '../context.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';

const schema = 'node_modules/leastscope/schema/config.schema.json';

/** Writes a first config beside which no other holds. */
export async function runInit(flags: ScanFlags, context: Context): Promise<void> {
  const { cwd, stdout, stderr } = context.terminal;
  const [file] = configNames;
  const existing = findConfigFile(cwd, []);
  if (existing !== undefined) throw alreadyThere(path.relative(cwd, existing).split(path.sep).join('/'));
  const names = flags.catalog ?? bundledCatalogs();
  const catalogNames = Object.fromEntries(names.map((name) => [catalogNamed(name, cwd).provider, name]));
  const engine = await context.engine();
  const { report, analysis } = engine.scan({
    ...scanSettings(flags, cwd),
    paths: ['.'],
    minConfidence: 'medium',
  });
  if (!analysis) throw new Error('a scan without its analysis');
  const starter = starterConfig({
    facts: analysis,
    load: sortReport(report).load,
    catalogNames,
    ...(existsSync(path.resolve(cwd, schema)) && { schema }),
  });
  writeNew(cwd, file, starter.text);
  stdout.write(`${file}: ${summary(starter)}\n`);
  for (const line of remedies(starter)) stderr.write(`note: ${printable(line)}\n`);
}

/** Only creates: what another program wrote in between, and what a link points at, stay as they are. */
function writeNew(cwd: string, file: string, text: string): void {
  try {
    writeFileSync(path.resolve(cwd, file), text, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw alreadyThere(file);
    throw new UserError(
      `can't be written: ${fileProblem(error)}`,
      { file },
      'Check the folder and its permissions.',
    );
  }
}

const alreadyThere = (file: string): UserError =>
  new UserError(
    'there is a config already, and init never overwrites one',
    { file },
    'Edit it; to begin anew, move it away first.',
  );

function summary({ providers, credentials, symbols }: Starter): string {
  const parts = [
    counted(providers.length, 'catalog'),
    counted(credentials.length, 'credential'),
    `${counted(symbols.length, 'value')} that code doesn't say`,
  ];
  return parts.join(', ');
}

function remedies({ providers, credentials }: Starter): string[] {
  if (providers.length === 0)
    return ['no call of a known API was found; give the API with --catalog, or edit the file'];
  const open = credentials.filter(({ granted }) => granted === undefined).map(({ name }) => name);
  return open.length === 0 ? [] : [`give the grants of ${open.join(', ')}, then run leastscope`];
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
