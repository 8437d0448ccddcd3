import type { Span } from './span.js';
import type { TextPiece, Trail } from './trail.js';

/** Why a part of a value can't be known from the code. */
export type OpaqueReason =
  | 'parameter'
  | 'environment'
  | 'response'
  | 'runtime'
  | 'dynamic-key'
  | 'unsupported-syntax'
  | 'mutated'
  | 'external'
  /** Imported from a file of the project that isn't there. */
  | 'missing-file'
  | 'budget';

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  /** Where it comes from, stretch by stretch. Only an evaluation that keeps trails says it. */
  readonly pieces?: readonly TextPiece[];
}

/** A part that can't be known. `name` is the best name the code gives (`env:OT_BASE` for environment values). */
export interface HolePart {
  readonly kind: 'hole';
  readonly reason: OpaqueReason;
  readonly name: string;
  readonly at: Span;
  /** How it got here. Only an evaluation that keeps trails says it. */
  readonly trail?: Trail;
}

export type StringPart = TextPart | HolePart;

/** A string with known text and typed holes, in order. */
export type AbstractString = readonly StringPart[];

export const text = (value: string): TextPart => ({ kind: 'text', text: value });

/** Joins neighbouring texts and drops empty ones, so that equal strings have equal parts. */
export function normalizeParts(parts: readonly StringPart[]): AbstractString {
  const out: StringPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === 'text' && part.text === '') continue;
    if (part.kind === 'text' && last?.kind === 'text') out[out.length - 1] = text(last.text + part.text);
    else out.push(part);
  }
  return out;
}

/** Known text stays, a hole is `{name}` without nested braces, never empty. */
export function formatAbstractString(value: AbstractString): string {
  return value.map((part) => (part.kind === 'text' ? part.text : `{${holeName(part)}}`)).join('');
}

function holeName(hole: HolePart): string {
  const name = hole.name.replaceAll(/[{}]/g, '').trim();
  return name === '' ? hole.reason : name;
}

/** The text when nothing is unknown, else undefined. */
export function knownText(value: AbstractString): string | undefined {
  if (value.length === 0) return '';
  const [only, ...rest] = value;
  return rest.length === 0 && only?.kind === 'text' ? only.text : undefined;
}
