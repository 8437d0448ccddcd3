import { formatAbstractString, type StringPart } from '../model/abstract-string.js';
import { whyUnknown, type Hop, type TracedPart, type Trail } from '../model/trail.js';
import { normalize } from '../values/parts.js';
import { piecesOf } from '../values/pieces.js';
import type { Candidate } from './candidate.js';

/** Where the method and each stretch of the URL come from. Only a machine that keeps trails knows. */
export function traceOf({ methodValue, url }: Candidate): readonly TracedPart[] {
  const method = methodValue.kind === 'string' ? methodValue.parts : [];
  return [
    ...(methodValue.kind === 'hole' ? traced('method', methodValue) : tracedParts('method', method)),
    ...tracedParts('url', normalize(url)),
  ];
}

const tracedParts = (of: TracedPart['of'], parts: readonly StringPart[]): TracedPart[] =>
  parts.flatMap((part) => traced(of, part));

function traced(of: TracedPart['of'], part: StringPart): TracedPart[] {
  if (part.kind === 'hole') {
    const unknown = { span: part.at, note: whyUnknown[part.reason] };
    return [{ of, text: formatAbstractString([part]), hops: [unknown, ...hopsOf(part.trail)] }];
  }
  const out: { text: string; trail: Trail | undefined }[] = [];
  for (const { text, trail } of piecesOf(part)) {
    const last = out.at(-1);
    if (last && isSameWay(last.trail, trail)) last.text += text;
    else out.push({ text, trail });
  }
  return out.map(({ text, trail }) => ({ of, text, hops: hopsOf(trail) }));
}

function isSameWay(a: Trail | undefined, b: Trail | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.length !== b.length || a.how !== b.how) return false;
  return a.span.file === b.span.file && a.span.start === b.span.start && isSameWay(a.before, b.before);
}

/** From where it is written to where it is used. */
function hopsOf(trail: Trail | undefined): TracedPart['hops'] {
  const out: { span: Hop['span']; note: string }[] = [];
  for (let hop = trail; hop; hop = hop.before) out.unshift({ span: hop.span, note: noteOf(hop) });
  return out.filter(({ span }) => span.end > 0);
}

function noteOf({ how, name }: Hop): string {
  switch (how) {
    case 'written':
      return 'written here';
    case 'made':
      return name === '' ? 'made by this call' : `made by ${name}`;
    case 'held':
      return `held by ${name}`;
    case 'read':
      return name === '' ? 'read as a member' : `read as ${name}`;
    case 'imported':
      return `imported as ${name}`;
    case 'passed':
      return name === '' ? 'passed by this call' : `passed as ${name}`;
    case 'returned':
      return name === '' ? 'returned by this call' : `returned by ${name}`;
  }
}
