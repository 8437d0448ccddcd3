/** Which code of a package the recorded calls ran, so that silence about the rest is not taken for disproof. */
import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TraceMap, allGeneratedPositionsFor } from '@jridgewell/trace-mapping';

/** Offsets of a script's code that never ran. */
export interface ScriptCoverage {
  /** Relative to `node_modules`. */
  readonly file: string;
  readonly notRun: readonly (readonly [start: number, end: number])[];
}

/** Starts counting; call before the package is loaded. The result takes the counts of the files below `modules`. */
export async function startCoverage(modules: string): Promise<() => Promise<ScriptCoverage[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const scripts: ScriptCoverage[] = [];
    for (const script of result) {
      const file = script.url.startsWith('file:') ? fileURLToPath(script.url) : script.url;
      if (!file.startsWith(modules + path.sep)) continue;
      scripts.push({
        file: path.relative(modules, file),
        notRun: idle(script.functions.flatMap(({ ranges }) => ranges)),
      });
    }
    return scripts;
  };
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Ranges nest: the innermost one decides. */
function idle(ranges: readonly Range[]): [number, number][] {
  const notRun: [number, number][] = [];
  const byStart = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const open: Range[] = [];
  let at = 0;
  const until = (offset: number): void => {
    const top = open.at(-1);
    if (top?.count === 0 && offset > at) notRun.push([at, offset]);
    at = Math.max(at, offset);
  };
  for (const range of byStart) {
    for (let top = open.at(-1); top && top.endOffset <= range.startOffset; top = open.at(-1)) {
      until(top.endOffset);
      open.pop();
    }
    until(range.startOffset);
    open.push(range);
  }
  for (let top = open.at(-1); top; top = open.at(-1)) {
    until(top.endOffset);
    open.pop();
  }
  return notRun;
}

/** Answers whether the code at a place of the package's source ran; undefined where the script is not known. */
export class RunPlaces {
  private readonly scripts = new Map<string, { lines: number[]; notRun: ScriptCoverage['notRun'] }>();
  private readonly maps: { script: string; map: TraceMap }[] = [];

  constructor(folder: string, coverage: readonly ScriptCoverage[]) {
    for (const { file, notRun } of coverage) {
      const absolute = path.join(folder, file);
      if (!existsSync(absolute)) continue;
      this.scripts.set(file, { lines: lineStarts(readFileSync(absolute, 'utf8')), notRun });
      if (!existsSync(`${absolute}.map`)) continue;
      const map = new TraceMap(
        readFileSync(`${absolute}.map`, 'utf8'),
        path.relative(folder, `${absolute}.map`),
      );
      this.maps.push({ script: file, map });
    }
  }

  /** `line` and `column` are 1-based. */
  ran(file: string, line: number, column: number): boolean | undefined {
    if (this.scripts.has(file)) return this.ranAt(file, line, column);
    const answers = this.maps.flatMap(({ script, map }) => {
      // Bundlers write paths that are a folder off: the package's part of the path decides.
      const source = map.resolvedSources.find((name) => {
        const rest = name?.replace(/^(?:\.\.\/)+/, '') ?? '';
        return rest !== '' && (file === rest || file.endsWith(`/${rest}`));
      });
      if (source === undefined || source === null) return [];
      const places = allGeneratedPositionsFor(map, { source, line, column: column - 1, bias: 1 });
      return places.map((place) => this.ranAt(script, place.line, place.column + 1));
    });
    if (answers.length > 0) return answers.some(Boolean);
    return this.isLoadedFolder(file) ? false : undefined;
  }

  /** Whether the package's files run as they are published there: then a file that isn't among them was never loaded. */
  private isLoadedFolder(file: string): boolean {
    const slash = file.indexOf('/', file.startsWith('@') ? file.indexOf('/') + 1 : 0);
    const folder = file.slice(0, file.indexOf('/', slash + 1) + 1);
    return folder !== '' && [...this.scripts.keys()].some((script) => script.startsWith(folder));
  }

  private ranAt(file: string, line: number, column: number): boolean {
    const script = this.scripts.get(file);
    const start = script?.lines[line - 1];
    if (!script || start === undefined) return false;
    const offset = start + column - 1;
    return !script.notRun.some(([from, to]) => offset >= from && offset < to);
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
