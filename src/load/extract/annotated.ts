import type { ReportNote } from '../../model/report.js';
import type { Program } from '../../program/program.js';
import type { Annotation } from '../annotations.js';
import { parseAnnotation } from '../annotations.js';
import type { Interest } from './interest.js';
import { placeIn } from './reader.js';
import { siteKey } from './sinks.js';
import type { SymbolUse } from './symbol-book.js';
import { idOf } from './symbol-book.js';
import type { StatedRate } from './walker.js';

export interface Annotations {
  /** By `file/call`. */
  readonly rates: ReadonlyMap<string, StatedRate>;
  /** Upper ends of symbols by id, once the symbols are known. */
  readonly boundsOn: (uses: readonly SymbolUse[]) => {
    readonly max: ReadonlyMap<string, number>;
    readonly notes: readonly ReportNote[];
  };
  readonly notes: readonly ReportNote[];
}

interface Bound {
  readonly expression: string;
  readonly max: number;
  readonly file: string;
  readonly line: number;
  readonly end: number;
  /** Where the next comment or the end of the file ends its reach. */
  readonly until: number;
}

/** A statement may begin this many characters after its comment. */
const reach = 2000;

export function readAnnotations(program: Program, interest: Interest): Annotations {
  const rates = new Map<string, StatedRate>();
  const notes: ReportNote[] = [];
  const bounds: Bound[] = [];
  for (const file of program.files) {
    const module = program.modules.get(file);
    for (const comment of module?.comments ?? []) {
      if (module === undefined) continue;
      const parsed = parseAnnotation(comment.text);
      if (parsed === undefined) continue;
      const { line } = placeIn(module, comment.at);
      const [, end] = comment.at;
      if ('problem' in parsed) notes.push({ file, line, message: parsed.problem });
      else if (parsed.kind === 'bound') bounds.push({ ...parsed, file, line, end, until: end + reach });
      else {
        const call = module.calls
          .map((c, index) => ({ at: c.at, index }))
          .filter(
            ({ at, index }) =>
              at[0] >= end && at[0] < end + reach && interest.sites.has(siteKey(file, index)),
          )
          .sort((a, b) => a.at[0] - b.at[0] || b.at[1] - a.at[1])[0];
        if (call === undefined) notes.push({ file, line, message: unattached(parsed) });
        else
          rates.set(
            siteKey(file, call.index),
            parsed.kind === 'once' ? { kind: 'once' } : { kind: 'calls', perMinute: parsed.perMinute },
          );
      }
    }
  }
  return { rates, notes, boundsOn: (uses) => attach(bounds, uses) };
}

const unattached = (annotation: Annotation): string =>
  annotation.kind === 'bound'
    ? `leastscope-bound ${annotation.expression}: no such number in the next statement`
    : `leastscope-${annotation.kind}: no call that sends requests follows`;

function attach(
  bounds: readonly Bound[],
  uses: readonly SymbolUse[],
): { max: ReadonlyMap<string, number>; notes: readonly ReportNote[] } {
  const max = new Map<string, number>();
  const notes: ReportNote[] = [];
  for (const bound of bounds) {
    const names = [bound.expression, `${bound.expression}.length`];
    const [found] = uses
      .filter(
        ({ file, name, at }) =>
          file === bound.file && names.includes(name) && at >= bound.end && at < bound.until,
      )
      .sort((a, b) => a.at - b.at);
    if (found) max.set(idOf(found), bound.max);
    else
      notes.push({
        file: bound.file,
        line: bound.line,
        message: unattached({ kind: 'bound', expression: bound.expression, max: bound.max }),
      });
  }
  return { max, notes };
}
