import type { HolePart } from '../model/abstract-string.js';
import type { ModuleSummary, TypeRef } from '../model/module-summary.js';
import type { Activation, ExternalValue, ObjectValue } from './value.js';

/** The parameter (or `this`) that a hole stands for, so that callers can fill it. */
export interface Origin {
  readonly activation: Activation;
  readonly parameter: number | 'this';
}

/** What is known of something unknown, as a value and as part of a text. */
interface UnknownFacts {
  readonly origin?: Origin;
  /** The parameter that says what is called to give this value. */
  readonly answers?: Origin;
  /** The members that lead from the parameter to this value. */
  readonly path?: readonly string[];
  readonly type?: HoleType;
  /** A parameter with a default: who calls the function may well give nothing. */
  readonly isOptional?: true;
  /** A parameter that is declared as one that callers need not give. */
  readonly isOmittable?: true;
  /** The code puts nothing in its place where callers give nothing. */
  readonly mayBeEmpty?: true;
  /** A member that no class of an object declares, and that nothing is seen to set. */
  readonly isUnset?: true;
  /** It stands for what an unknown object may put in the place of something known. */
  readonly isReplacement?: true;
  /** The function, as `file#function`, that would give this when it called itself once more. */
  readonly repeats?: string;
  /** The query string of these parameters. */
  readonly query?: ObjectValue;
}

export interface OriginHole extends HolePart, UnknownFacts {
  /** Encoded as a component of a URL: no character of it has a meaning there. */
  readonly isEncoded?: true;
  /** What the text that it stands for is changed by, in this order: `baseUrl.replace(/\/+$/, '')`. */
  readonly replaced?: readonly TextReplacement[];
  /** What a package or a global gave, as the way that led to it. */
  readonly external?: ExternalValue;
}

/** `text.replace(/pattern/flags, by)`. */
export interface TextReplacement {
  readonly pattern: string;
  readonly flags: string;
  readonly by: string;
}

/** What a declaration says about a value that the code doesn't give. */
export interface HoleType {
  readonly ref: TypeRef;
  readonly module: ModuleSummary;
}

export interface HoleValue extends HolePart, UnknownFacts {
  /** It stands where something is known, because an optional value may replace that. */
  readonly isOverride?: true;
  /** What a number is at least: the length of the known text of a string. */
  readonly least?: number;
  /** The text whose length it is, as one that is equal for equal texts. */
  readonly lengthOf?: string;
}
