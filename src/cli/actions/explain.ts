import path from 'node:path';
import { buildPathIndex } from '../../match/path-index.js';
import { match } from '../../match/match.js';
import type { AbstractString } from '../../model/abstract-string.js';
import { text } from '../../model/abstract-string.js';
import type { Catalog, Operation } from '../../model/catalog.js';
import { UserError } from '../../model/errors.js';
import { nearestName } from '../../model/nearest.js';
import { httpMethods, toHttpMethod } from '../../model/http-method.js';
import type { HttpMethod } from '../../model/http-method.js';
import type { Report } from '../../model/report.js';
import { sortReport } from '../../report/format/sort.js';
import { blocks } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import { breaksOf } from '../breaks.js';
import { catalogsOf, unknownName } from '../catalogs.js';
import type { Context } from '../context.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';
import { callLines, requestsAt } from '../show/call.js';
import type { CallPlace, CodeAt } from '../show/call.js';
import { operationLines } from '../show/operation.js';
import { pageOf } from '../show/page.js';
import type { Page } from '../show/page.js';
import { scopeLines } from '../show/scope.js';
import type { Terminal } from '../terminal.js';
import { errorLines, explainError, readBody } from './explain-error.js';

export interface ExplainFlags extends ScanFlags {
  readonly format: 'pretty' | 'json';
  readonly color?: boolean;
  /** File with the body of a refused request. */
  readonly error?: string;
  readonly request?: string;
}

type Answer = (page: Page) => Lines;

interface Scanned {
  readonly report: Report;
  /** The text of a file that was analyzed. */
  readonly sources: (file: string) => string | undefined;
}

type Scan = (trace?: boolean) => Scanned;

/** Answers what a scope, an operation or a line of code is about. */
export async function runExplain(what: string, flags: ExplainFlags, context: Context): Promise<void> {
  const { terminal } = context;
  const catalogs = catalogsOf(flags.catalog, flags.config, terminal.cwd);
  if (flags.error !== undefined || flags.request !== undefined) {
    explainRefusal(flags, catalogs, terminal);
    return;
  }
  if (what === '')
    throw new UserError('nothing to explain', undefined, 'Give a scope, METHOD path, or file:line.');
  const engine = await context.engine();
  const scan: Scan = (trace = false) => {
    const { report, sources } = engine.scan({
      ...scanSettings(flags, terminal.cwd),
      paths: ['.'],
      // Here the reader asks; nobody is accused.
      minConfidence: 'low',
      ...(trace && { trace }),
    });
    return { report: sortReport(report), sources };
  };
  const { json, pretty } = answer(what, catalogs, scan, terminal.cwd);
  if (flags.format === 'json') terminal.stdout.write(`${JSON.stringify(json, undefined, 2)}\n`);
  else pageOf(terminal, flags.color).write(pretty);
}

function explainRefusal(flags: ExplainFlags, catalogs: readonly Catalog[], terminal: Terminal): void {
  const asked = parseOperation(flags.request ?? '');
  if (flags.error === undefined || !asked)
    throw new UserError(
      '--error and --request belong together',
      undefined,
      'Write --error body.json --request "GET /v2/purposes".',
    );
  const found = findOperations(asked, catalogs);
  const body = readBody(terminal.cwd, flags.error);
  if (flags.format === 'json') {
    const json = found.map((one) => explainError(body, one));
    terminal.stdout.write(`${JSON.stringify(json, undefined, 2)}\n`);
  } else pageOf(terminal, flags.color).write((page) => errorLines(found, body, page));
}

interface Explanation {
  readonly json: unknown;
  readonly pretty: Answer;
}

function answer(what: string, catalogs: readonly Catalog[], scan: Scan, cwd: string): Explanation {
  const operation = parseOperation(what);
  if (operation) return explainOperations(findOperations(operation, catalogs), scan);
  const [, method] = /^(\S+)\s+\//.exec(what) ?? [];
  if (method !== undefined)
    throw unknownName('method', method, httpMethods, `Known: ${httpMethods.join(', ')}.`);
  const place = parsePlace(what, cwd);
  if (place) return explainCall(place, scan);
  return explainScope(what, catalogs, scan, cwd);
}

export interface Found {
  readonly operation: Operation;
  readonly catalog: Catalog;
}

function explainOperations(found: readonly Found[], scan: Scan): Explanation {
  const { report } = scan();
  return {
    json: found.map(({ operation, catalog }) => ({
      provider: catalog.provider,
      ...operation,
      calledAt: report.requests.filter(
        (r) => r.provider === catalog.provider && r.operation === operation.id,
      ),
    })),
    pretty: (page) =>
      blocks(found.map(({ operation, catalog }) => operationLines(operation, catalog, report, page))),
  };
}

function explainScope(name: string, catalogs: readonly Catalog[], scan: Scan, cwd: string): Explanation {
  const found = catalogs.flatMap((catalog) =>
    catalog.scopes.filter((scope) => scope.name === name).map((scope) => ({ scope, catalog })),
  );
  if (found.length === 0) {
    if (/[./\\]/.test(name)) refuseFile(fileIn(cwd, name), scan());
    const known = catalogs.flatMap((catalog) => catalog.scopes.map((scope) => scope.name));
    throw unknownName('scope', name, known, 'Give a scope, METHOD path, or file:line.');
  }
  const { report } = scan();
  return {
    json: found.map(({ scope, catalog }) => ({
      provider: catalog.provider,
      ...scope,
      credentials: report.credentials
        .filter((credential) => credential.provider === catalog.provider)
        .map((credential) => ({ ...credential, breaks: breaksOf(scope.name, credential, report, catalog) })),
    })),
    pretty: (page) => blocks(found.map(({ scope, catalog }) => scopeLines(scope, catalog, report, page))),
  };
}

function explainCall(place: CallPlace, scan: Scan): Explanation {
  const { report, sources } = scan(true);
  const requests = requestsAt(report, place);
  if (requests.length === 0)
    throw new UserError('no request is made here', place, requestsOf(place.file, { report, sources }));
  return { json: requests, pretty: (page) => callLines(requests, page, codeIn(sources)) };
}

function refuseFile(file: string, scanned: Scanned): void {
  if (scanned.sources(file) === undefined) return;
  throw new UserError('a file is explained line by line', { file }, requestsOf(file, scanned));
}

function requestsOf(file: string, { report, sources }: Scanned): string {
  const inFile = report.requests.filter((request) => request.file === file).map((r) => r.line);
  const [first, ...others] = [...new Set(inFile)].slice(0, 10);
  if (sources(file) === undefined)
    return 'No such file was analyzed: is its name right, from the current folder, and does Git or the config ignore it?';
  if (first === undefined) return 'No request was found in this file.';
  return others.length === 0
    ? `Its only request starts at line ${first}.`
    : `Requests of this file start at lines ${[first, ...others].join(', ')}.`;
}

const codeIn =
  (sources: Scanned['sources']): CodeAt =>
  ({ file, line }) =>
    sources(file)?.split(/\r?\n/)[line - 1];

interface AskedOperation {
  readonly method: HttpMethod;
  readonly path: string;
}

function parseOperation(what: string): AskedOperation | undefined {
  const space = what.indexOf(' ');
  const method = space < 0 ? undefined : toHttpMethod(what.slice(0, space));
  return method && { method, path: what.slice(space + 1).trim() };
}

/** The operation itself, else those that a request to this path would be. */
function findOperations(
  { method, path: asked }: AskedOperation,
  catalogs: readonly Catalog[],
): readonly Found[] {
  const byId = (catalog: Catalog, id: string): Found[] =>
    catalog.operations
      .filter((operation) => operation.id === id)
      .map((operation) => ({ operation, catalog }));
  const exact = catalogs.flatMap((catalog) => byId(catalog, `${method} ${asked}`));
  if (exact.length > 0) return exact;
  const base = { kind: 'hole', reason: 'runtime', name: 'base', at: { file: '', start: 0, end: 0 } } as const;
  const url: AbstractString = asked.startsWith('/') ? [base, text(asked)] : [text(asked)];
  const matches = match(buildPathIndex(catalogs), { url, methods: [method] });
  const found = matches.flatMap((one) => {
    if (one.kind !== 'matched' && one.kind !== 'ambiguous') return [];
    const ids = one.kind === 'matched' ? [one.operation] : one.operations;
    return catalogs
      .filter((catalog) => catalog.provider === one.provider)
      .flatMap((catalog) => ids.flatMap((id) => byId(catalog, id)));
  });
  if (found.length > 0) return found;
  const known = catalogs.flatMap((catalog) => catalog.operations.map(({ id }) => id));
  const nearest =
    matches.flatMap((one) => (one.kind === 'unmatched' ? (one.nearest ?? []) : []))[0] ??
    nearestName(`${method} ${asked}`, known);
  throw new UserError(
    `no catalog has ${method} ${asked}`,
    undefined,
    nearest === undefined ? 'leastscope catalog show lists all operations.' : `Did you mean ${nearest}?`,
  );
}

function parsePlace(what: string, cwd: string): CallPlace | undefined {
  const found = /^(.{1,4096}?):(\d{1,9})(?::\d{1,9})?$/.exec(what);
  if (found?.[1] === undefined) return undefined;
  return { file: fileIn(cwd, found[1]), line: Number(found[2]) };
}

/** A file that is given relative to `cwd`, or absolute, as reports name it. */
const fileIn = (cwd: string, file: string): string =>
  path.relative(cwd, path.resolve(cwd, file)).split(path.sep).join('/');
