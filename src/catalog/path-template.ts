/** A segment of a path template: text, one parameter, or both mixed (`report-{id}.json`). */
export type TemplateSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'mixed'; readonly parts: readonly TemplatePart[] };

/** A part of a mixed segment. */
export type TemplatePart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'parameter'; readonly name: string };

/** The segments of a template such as `/users/{id}/posts`; the leading slash makes none, a trailing one an empty literal. */
export function parseTemplate(path: string): readonly TemplateSegment[] {
  const relative = path.startsWith('/') ? path.slice(1) : path;
  return relative === '' ? [] : relative.split('/').map(parseSegment);
}

function parseSegment(segment: string): TemplateSegment {
  const parts = parseParts(segment);
  const [first] = parts;
  if (first === undefined) return { kind: 'literal', text: '' };
  if (parts.length > 1) return { kind: 'mixed', parts };
  return first.kind === 'text' ? { kind: 'literal', text: first.text } : first;
}

/** Text and `{name}` parameters in turn. A brace without its pair is text. */
function parseParts(segment: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let rest = 0;
  for (let open = segment.indexOf('{'); open >= 0; open = segment.indexOf('{', rest)) {
    const close = segment.indexOf('}', open);
    if (close < 0) break;
    if (open > rest) parts.push({ kind: 'text', text: segment.slice(rest, open) });
    parts.push({ kind: 'parameter', name: segment.slice(open + 1, close) });
    rest = close + 1;
  }
  if (rest < segment.length) parts.push({ kind: 'text', text: segment.slice(rest) });
  return parts;
}

/** The template without parameter names, `/users/{}`: equal for templates that are one route. */
export function routeKey(path: string): string {
  return `/${parseTemplate(path).map(segmentKey).join('/')}`;
}

/** Whether two templates are equal up to the names of their parameters. */
export const isSameRoute = (a: string, b: string): boolean => routeKey(a) === routeKey(b);

/** Whether a full path ends in the segments of a docs path, whatever the parameters are called. */
export function templateEndsWith(fullPath: string, tail: string): boolean {
  const full = parseTemplate(fullPath).map(segmentKey);
  const end = parseTemplate(tail).map(segmentKey);
  const start = full.length - end.length;
  return start >= 0 && end.every((segment, index) => full[start + index] === segment);
}

/** The names of a template's parameters, in order. */
export function parameterNames(path: string): readonly string[] {
  return parseTemplate(path).flatMap((segment) => {
    if (segment.kind === 'literal') return [];
    if (segment.kind === 'parameter') return [segment.name];
    return segment.parts.flatMap((part) => (part.kind === 'parameter' ? [part.name] : []));
  });
}

function segmentKey(segment: TemplateSegment): string {
  if (segment.kind === 'literal') return segment.text;
  if (segment.kind === 'parameter') return '{}';
  return segment.parts.map((part) => (part.kind === 'text' ? part.text : '{}')).join('');
}
