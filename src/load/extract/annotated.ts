import type { ReportNote } from '../../model/report.js';
import type { Program } from '../../program/program.js';
import type { Annotation } from '../annotations.js';
import { parseAnnotation } from '../annotations.js';
import type { Interest } from './interest.js';
import { placeIn } from './reader.js';
import { siteKey } from './sinks.js';
import type { SymbolUse } from './symbol-book.js';
import type { StatedRate } from './walker.js';

export interface Annotations {
  /** By `file/call`. */
  readonly rates: ReadonlyMap<string, StatedRate>;
  /** The most that a comment says a number is where it is used. */
  readonly boundAt: (use: SymbolUse) => number | undefined;
  /** Bounds that no number was found for; known once the program was walked. */
  readonly unusedBounds: () => readonly ReportNote[];
  readonly notes: readonly ReportNote[];
}

interface Bound {
  readonly expression: string;
  readonly max: number;
  readonly file: string;
  readonly line: number;
  readonly end: number;
  used: boolean;
}

/** A statement may begin this many characters after its comment; a number stands in its first lines. */
const reach = 2000;
const boundLines = 3;

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
      else if (parsed.kind === 'bound') bounds.push({ ...parsed, file, line, end, used: false });
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
  const boundAt = (use: SymbolUse): number | undefined => {
    const bound = bounds.findLast(
      ({ expression, file, line, end }) =>
        file === use.file &&
        [expression, `${expression}.length`].includes(use.name) &&
        use.at >= end &&
        use.place.line <= line + boundLines,
    );
    if (bound) bound.used = true;
    return bound?.max;
  };
  const unusedBounds = (): ReportNote[] =>
    bounds
      .filter(({ used }) => !used)
      .map(({ file, line, expression, max }) => ({
        file,
        line,
        message: unattached({ kind: 'bound', expression, max }),
      }));
  return { rates, notes, boundAt, unusedBounds };
}

const unattached = (annotation: Annotation): string =>
  annotation.kind === 'bound'
    ? `leastscope-bound ${annotation.expression}: no such number in the next statement`
    : `leastscope-${annotation.kind}: no call that sends requests follows`;
