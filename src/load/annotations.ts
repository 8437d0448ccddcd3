/** What a comment says of the load of the code below it. */
export type Annotation =
  /** The total rate of the next call; replaces what encloses it. */
  | { readonly kind: 'calls'; readonly perMinute: number }
  /** The most that a symbol of the next statement can be. `expression` is as written: `users`, `users.length`. */
  | { readonly kind: 'bound'; readonly expression: string; readonly max: number }
  /** The next call runs once. */
  | { readonly kind: 'once' };

export interface AnnotationProblem {
  readonly problem: string;
}

const minuteOf: Readonly<Record<string, number>> = {
  s: 1 / 60,
  sec: 1 / 60,
  second: 1 / 60,
  min: 1,
  minute: 1,
  h: 60,
  hour: 60,
  d: 1440,
  day: 1440,
};

const words = ['leastscope-calls', 'leastscope-bound', 'leastscope-once'] as const;

/** Reads the text of a comment; undefined when it is no load annotation. A reason may follow ` -- `. */
export function parseAnnotation(comment: string): Annotation | AnnotationProblem | undefined {
  const text =
    comment
      .split(' -- ')[0]
      ?.replace(/^[\s*/]+/, '')
      .trim() ?? '';
  const word = words.find((known) => text === known || text.startsWith(`${known} `));
  if (word === undefined) return undefined;
  const rest = text.slice(word.length).trim();
  if (word === 'leastscope-once')
    return rest === '' ? { kind: 'once' } : { problem: `${word} takes nothing, found "${rest}"` };
  return word === 'leastscope-calls' ? parseRate(rest) : parseBound(rest);
}

function parseRate(text: string): Annotation | AnnotationProblem {
  const [count = '', unit = '', ...more] = text.split('/').map((part) => part.trim());
  const minutes = minuteOf[unit.toLowerCase()];
  const calls = numberIn(count);
  if (calls === undefined || minutes === undefined || more.length > 0) {
    return {
      problem: `leastscope-calls takes a rate such as 300/min (s, min, hour or day), found "${text}"`,
    };
  }
  return { kind: 'calls', perMinute: calls / minutes };
}

function parseBound(text: string): Annotation | AnnotationProblem {
  const at = text.lastIndexOf('<=');
  const expression = text.slice(0, Math.max(0, at)).trim();
  const max = numberIn(text.slice(at + 2).trim());
  if (at <= 0 || expression === '' || max === undefined) {
    return { problem: `leastscope-bound takes a bound such as users <= 500, found "${text}"` };
  }
  return { kind: 'bound', expression, max };
}

/** A number as code writes it, with `_` or `,` between thousands. */
function numberIn(text: string): number | undefined {
  if (!/^\d[\d_,]*(?:\.\d+)?$/.test(text)) return undefined;
  return Number(text.replaceAll(/[_,]/g, ''));
}
