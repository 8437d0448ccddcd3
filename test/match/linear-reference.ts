/**
 * An independent matcher for `findRoute`: no tree, one pass over all templates, regular expressions for known text and
 * brute force over fillings for holes. Slow and plain.
 */
export const HOLE = '\uE000';

export interface Template {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

interface Fitting {
  readonly template: Template;
  /** 0 text, 1 mixed, 2 parameter, 3 only for some filling of a hole. */
  readonly ranks: readonly number[];
}

export type Expected =
  | { readonly kind: 'one'; readonly id: string; readonly guessed: boolean }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'other-method' }
  | undefined;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const toRegExp = (segment: string): RegExp =>
  new RegExp(
    `^${segment
      .split(/\{\w+\}/)
      .map(escape)
      .join('.+')}$`,
    's',
  );
const literalLength = (segment: string): number => segment.replace(/\{\w*\}/g, '').length;
export const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** Every text over the alphabet up to four letters: enough for templates made of short texts. */
function fillings(alphabet: string): string[] {
  const all = [[...alphabet]];
  while (all.length < 4)
    all.push((all.at(-1) ?? []).flatMap((text) => [...alphabet].map((letter) => text + letter)));
  return all.flat();
}

export function fillingsFor(alphabet: string, segment: string): string[] {
  const pieces = segment.split(new RegExp(`${HOLE}+`));
  let texts = [pieces[0] ?? ''];
  for (const piece of pieces.slice(1)) {
    texts = texts.flatMap((text) => fillings(alphabet).map((filling) => text + filling + piece));
  }
  return texts;
}

function rank(segment: string, template: string, alphabet: string): number | undefined {
  const isText = !template.includes('{');
  if (toRegExp(template).test(segment)) return isText ? 0 : literalLength(template) > 0 ? 1 : 2;
  if (!segment.includes(HOLE)) return undefined;
  return fillingsFor(alphabet, segment).some((text) => toRegExp(template).test(text)) ? 3 : undefined;
}

function fit(template: Template, segments: readonly string[], alphabet: string): Fitting | undefined {
  const parts = template.path.split('/').slice(1);
  if (parts.length !== segments.length) return undefined;
  const ranks = parts.map((part, at) => rank(segments[at] ?? '', part, alphabet));
  return ranks.every((one) => one !== undefined) ? { template, ranks } : undefined;
}

const dominates = (a: Fitting, b: Fitting): boolean =>
  a.ranks.every((one, at) => one <= (b.ranks[at] ?? 0)) &&
  a.ranks.some((one, at) => one < (b.ranks[at] ?? 0));

/** From the left: text, then mixed by more literal text, then parameter. */
function compare(a: Fitting, b: Fitting): number {
  const [x, y] = [a.template.path.split('/').slice(1), b.template.path.split('/').slice(1)];
  for (const [at, one] of a.ranks.entries()) {
    const other = b.ranks[at] ?? 0;
    if (one !== other) return one - other;
    const [s, t] = [shapeOf(x[at] ?? ''), shapeOf(y[at] ?? '')];
    if (s === t || one !== 1) continue;
    return (
      literalLength(t) - literalLength(s) || (s.replaceAll('{}', HOLE) < t.replaceAll('{}', HOLE) ? -1 : 1)
    );
  }
  return a.template.id < b.template.id ? -1 : 1;
}

export function reference(
  templates: readonly Template[],
  segments: readonly string[],
  method: string,
  guess: boolean,
  alphabet: string,
): Expected {
  const fits = templates.flatMap((template) => fit(template, segments, alphabet) ?? []).sort(compare);
  const sure = fits.filter(({ ranks }) => !ranks.includes(3));
  const has = ({ template }: Fitting): boolean => template.method === method;
  const hit = sure.find((one) => has(one) && !sure.some((other) => dominates(other, one)));
  if (hit !== undefined) return { kind: 'one', id: hit.template.id, guessed: false };
  if (guess) {
    const may = fits.filter((one) => one.ranks.includes(3) && has(one));
    const best = may.filter((one) => !may.some((other) => dominates(other, one)));
    const byShape = new Map<string, string>();
    for (const { template } of best) {
      const known = byShape.get(shapeOf(template.path));
      if (known === undefined || template.id < known) byShape.set(shapeOf(template.path), template.id);
    }
    const ids = [...byShape.values()].sort();
    const [only] = ids;
    if (only !== undefined)
      return ids.length === 1 ? { kind: 'one', id: only, guessed: true } : { kind: 'several', ids };
  }
  return sure.length > 0 ? { kind: 'other-method' } : undefined;
}
