import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findRequests } from '../../src/clients/find-requests.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import type { ClientRequest } from '../../src/model/client-request.js';
import type { Resolution } from '../../src/model/resolution.js';
import { createProgram, type Program } from '../../src/program/program.js';
import { lowerFile } from '../../src/syntax/lower-file.js';

/** A fixture: one source file, or a folder of files that import each other. Texts by path relative to the folder. */
export interface FixtureProject {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

const isSource = (name: string): boolean =>
  /\.(?:[mc]?[jt]s|[jt]sx|vue|svelte|astro|gs|html?)$/.test(name) && !name.endsWith('.d.ts');
const isFixture = (name: string): boolean => isSource(name) || name.endsWith('.json');

/** Every fixture of a folder: each file, and each folder in it. */
export function readFixtures(folder: string): FixtureProject[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => isSource(name) || statSync(path.join(folder, name)).isDirectory())
    .map((name) => {
      const full = path.join(folder, name);
      const files = statSync(full).isDirectory() ? filesUnder(full) : [name];
      const root = files[0] === name ? folder : full;
      return { name, files: new Map(files.map((f) => [f, readFileSync(path.join(root, f), 'utf8')])) };
    });
}

function filesUnder(folder: string, within = ''): string[] {
  return readdirSync(path.join(folder, within))
    .sort()
    .flatMap((name) => {
      const file = path.posix.join(within, name);
      return statSync(path.join(folder, file)).isDirectory()
        ? filesUnder(folder, file)
        : isFixture(name)
          ? [file]
          : [];
    });
}

/** Parses, lowers and links a fixture. A syntax error in one is a mistake in the fixture. */
export function programOf(project: FixtureProject): Program {
  const modules = [...project.files]
    .filter(([file]) => isSource(file))
    .map(([file, text]) => {
      const summary = lowerFile(file, text);
      if (!summary || 'failed' in summary) throw new Error(`${file}: ${summary?.failed ?? 'no code'}`);
      if (summary.syntaxErrors.length > 0)
        throw new Error(`${file}: ${summary.syntaxErrors.map((e) => e.message).join('; ')}`);
      return [file, summary] as const;
    });
  return createProgram(new Map(modules), (from, specifier) =>
    resolveRelative(project.files, from, specifier),
  );
}

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];

/** Relative specifiers lead to files of the fixture; `.js` may stand for `.ts`. Everything else is a package. */
function resolveRelative(files: ReadonlyMap<string, string>, from: string, specifier: string): Resolution {
  if (!specifier.startsWith('.')) return { kind: 'external', name: specifier };
  const target = path.posix.join(path.posix.dirname(from), specifier);
  const bases = [target, target.replace(/\.([mc]?)js$/, '.$1ts')];
  const file = bases.flatMap((base) => endings.map((ending) => base + ending)).find((f) => files.has(f));
  if (file === undefined) return { kind: 'external', name: specifier };
  if (!file.endsWith('.json')) return { kind: 'module', file };
  return { kind: 'data', file, value: JSON.parse(files.get(file) ?? 'null') as unknown };
}

/** A request that stands, or should stand, at a line: `METHOD url`, `*` for a method that the code doesn't say. */
export interface MarkedRequest {
  readonly methods: string;
  readonly url: string;
}

const mark = /\/\/=>(.*)$/;

/** The requests that the marks of a file ask for, by line number from 1: `//=> GET /a | * /b/{id}`. */
export function marksOf(text: string): Map<number, MarkedRequest[]> {
  const out = new Map<number, MarkedRequest[]>();
  text.split('\n').forEach((line, i) => {
    const found = mark.exec(line)?.[1];
    if (found !== undefined) out.set(i + 1, found.split(' | ').map(readMark));
  });
  return out;
}

function readMark(text: string): MarkedRequest {
  const [methods = '', ...url] = text.trim().split(' ');
  return { methods, url: url.join(' ') };
}

/** The requests that are found in a fixture, by file and line of the call's start. */
export function requestsByLine(project: FixtureProject): Map<string, Map<number, ClientRequest[]>> {
  const out = new Map([...project.files.keys()].map((file) => [file, new Map<number, ClientRequest[]>()]));
  for (const request of findRequests(programOf(project))) {
    const { file, start } = request.callSite;
    const line = (project.files.get(file) ?? '').slice(0, start).split('\n').length;
    const lines = out.get(file);
    lines?.set(line, [...(lines.get(line) ?? []), ...byMethod(request)]);
  }
  return out;
}

/** A request whose method may be one of several, as one request each. */
function byMethod(request: ClientRequest): ClientRequest[] {
  return request.methods === 'unknown'
    ? [request]
    : request.methods.map((method) => ({ ...request, methods: [method] }));
}

/**
 * What differs between marks and requests, one sentence a line; empty when they agree. A mark's URL that begins
 * with `/` is the path alone; without `?` the query doesn't matter; `{}` is a hole of any name.
 */
export function differences(project: FixtureProject): string[] {
  const found = requestsByLine(project);
  return [...project.files].flatMap(([file, text]) => {
    const marks = marksOf(text);
    const requests = found.get(file) ?? new Map<number, ClientRequest[]>();
    const lines = [...new Set([...marks.keys(), ...requests.keys()])].sort((a, b) => a - b);
    return lines.flatMap((line) => {
      const wanted = marks.get(line) ?? [];
      const actual = requests.get(line) ?? [];
      return compareLine(wanted, actual)
        ? []
        : [`${file}:${line} wants ${showMarks(wanted)}, has ${showMarks(actual.map(shown))}`];
    });
  });
}

/** Each mark takes one request away; none of either may be left. */
function compareLine(wanted: readonly MarkedRequest[], actual: readonly ClientRequest[]): boolean {
  const left = [...actual];
  for (const one of wanted) {
    const at = left.findIndex((request) => agrees(one, request));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function agrees(wanted: MarkedRequest, request: ClientRequest): boolean {
  if (wanted.methods !== methodsOf(request)) return false;
  let url = formatAbstractString(request.url);
  if (!wanted.url.includes('?')) url = url.replace(/[?#].*$/, '');
  if (wanted.url.startsWith('/')) url = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return url === wanted.url || namelessLike(wanted.url, url);
}

/** `{}` in the mark stands for any hole. */
function namelessLike(wanted: string, url: string): boolean {
  if (!wanted.includes('{}')) return false;
  const escaped = wanted.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = escaped.replaceAll('{}', '\0').replaceAll(/[{}]/g, '\\$&').replaceAll('\0', '\\{[^{}]*\\}');
  return new RegExp(`^${pattern}$`).test(url);
}

const methodsOf = (request: ClientRequest): string =>
  request.methods === 'unknown' ? '*' : request.methods.join(',');
const shown = (request: ClientRequest): MarkedRequest => ({
  methods: methodsOf(request),
  url: formatAbstractString(request.url),
});
const showMarks = (marks: readonly MarkedRequest[]): string =>
  marks.length === 0 ? 'nothing' : marks.map((m) => `${m.methods} ${m.url}`).join(' | ');
