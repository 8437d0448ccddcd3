/**
 * Runs one package's public methods without a network and writes what they send.
 * `child.js <package> <folder of node_modules> <output.json>`
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loaded, Roots } from './roots.js';
import type { Recorded } from './call.js';
import { startCoverage } from './coverage.js';
import { truthFormat } from './format.js';
import { intercept } from './intercept.js';
import { requestsOf } from './call.js';
import { packages } from './package-list.js';
import { bind, publicMethods } from './walk.js';
import { roots } from './roots.js';

const [name = '', folder = '', output = ''] = process.argv.slice(2);
const entry = packages.find((one) => one.name === name);

process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
for (const quiet of ['log', 'warn', 'error', 'info', 'debug'] as const) console[quiet] = () => undefined;
Error.stackTraceLimit = 60;

/** Loads from the scratch folder as its own code would: by `import` where the scanned source is an ES module. */
async function load(specifier: string): Promise<Loaded> {
  const importer = path.join(folder, 'import.mjs');
  writeFileSync(importer, 'export default (specifier) => import(specifier);\n');
  const { default: load } = (await import(pathToFileURL(importer).href)) as {
    default: (s: string) => Promise<Loaded>;
  };
  if (entry?.esm) return load(specifier);
  try {
    return createRequire(path.join(folder, 'index.js'))(specifier) as Loaded;
  } catch {
    return load(specifier);
  }
}

/** The frames that stand in the installed packages, innermost first. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => /\(?((?:file:\/\/)?\/[^()]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? '')
    .filter((frame) => frame.includes(folder))
    .map((frame) => frame.slice(frame.indexOf(folder) + folder.length + 1).replace(/^node_modules\//, ''))
    .filter(
      (frame) =>
        frame.startsWith(name) || !existsSync(path.join(folder, 'node_modules', frame.split('/')[0] ?? '')),
    )
    .slice(0, 8);
}

async function main(): Promise<void> {
  await intercept();
  const stopCoverage = await startCoverage(path.join(folder, 'node_modules'));
  // The interceptor's server doesn't hold the process; this does, until the last call has ended.
  setInterval(() => undefined, 1000);
  const module = await load(name);
  const loaded: Loaded =
    'default' in module ? module : Object.assign(Object.create(null), module, { default: module });
  const root = roots[name];
  if (!root) throw new Error(`no roots for ${name}`);
  const make = (): Promise<Roots> => Promise.resolve(root(loaded, { load }));
  const { skip, arrays } = entry ?? {};
  const methods = publicMethods(await make());
  const calls: { path: string; requests: Omit<Recorded, 'stack'>[] }[] = [];
  const frames: Record<string, string[]> = {};
  const queue = methods.filter((method) => !skip?.test(method.path.join('.')));
  const worker = async (): Promise<void> => {
    for (let method = queue.shift(); method; method = queue.shift()) {
      const { path } = method;
      const bound = bind(await make(), path);
      const requests = bound ? await requestsOf(bound, arrays === true) : [];
      for (const request of requests) frames[`${request.method} ${request.path}`] ??= framesOf(request.stack);
      calls.push({ path: path.join('.'), requests: requests.map(({ stack: _, ...rest }) => rest) });
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  const own = new Set([name, ...(entry?.companions ?? []).map((companion) => companion.name)]);
  const coverage = (await stopCoverage()).filter(({ file }) =>
    [...own].some((one) => file.startsWith(`${one}/`)),
  );
  calls.sort((a, b) => (a.path < b.path ? -1 : 1));
  writeFileSync(
    output,
    JSON.stringify({ format: truthFormat, package: name, methods: methods.length, calls, frames, coverage }),
  );
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
