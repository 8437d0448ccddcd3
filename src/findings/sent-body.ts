import type { RequestField, RequestShape } from '../model/catalog.js';
import type { SentValue } from '../model/client-request.js';

/** Where a body differs from what the docs state. */
export interface BodyMistake {
  /** `[].customCategoryName`; empty for the body itself. */
  readonly path: string;
  readonly sent: SentValue['kind'];
  readonly stated: RequestShape | RequestField;
  /** What the docs take there: `array`, `object`, or the kind of a field. */
  readonly kind: string;
}

/** The surely wrong parts of a body: kinds that the docs name and that the code doesn't send. */
export function bodyMistakes(
  body: SentValue,
  shape: RequestShape,
  shapes: Readonly<Record<string, RequestShape>>,
): BodyMistake[] {
  if (shape.body === 'part' || body.kind === 'unknown') return [];
  if (body.kind !== shape.body) {
    const isSure = body.kind === 'array' || body.kind === 'object';
    return isSure ? [{ path: '', sent: body.kind, stated: shape, kind: shape.body }] : [];
  }
  if (body.kind === 'array')
    return distinct(body.items.flatMap((item) => fieldMistakes(item, shape, shapes, '[].')));
  return distinct(fieldMistakes(body, shape, shapes, ''));
}

const distinct = (mistakes: readonly BodyMistake[]): BodyMistake[] => [
  ...new Map(mistakes.map((mistake) => [mistake.path, mistake])).values(),
];

function fieldMistakes(
  value: SentValue,
  shape: RequestShape,
  shapes: Readonly<Record<string, RequestShape>>,
  at: string,
  depth = 0,
): BodyMistake[] {
  if (value.kind !== 'object' || depth > 6) return [];
  return shape.fields.flatMap((field): BodyMistake[] => {
    const sent = Object.hasOwn(value.fields, field.name) ? value.fields[field.name] : undefined;
    if (!sent || sent.kind === 'unknown' || sent.kind === 'null') return [];
    const path = `${at}${field.name}`;
    const { kind, part } = statedKind(field.type, shapes);
    if (kind !== undefined && kind !== sent.kind) return [{ path, sent: sent.kind, stated: field, kind }];
    if (!part) return [];
    if (sent.kind === 'array')
      return sent.items.flatMap((item) => fieldMistakes(item, part, shapes, `${path}[].`, depth + 1));
    return fieldMistakes(sent, part, shapes, `${path}.`, depth + 1);
  });
}

/** The kind of value that the docs' words surely mean; other words mean nothing here. */
function statedKind(
  type: string,
  shapes: Readonly<Record<string, RequestShape>>,
): { readonly kind?: SentValue['kind']; readonly part?: RequestShape } {
  const [, of] = /^array of (.+)$/.exec(type) ?? [];
  if (of !== undefined) {
    const part = Object.hasOwn(shapes, of) ? shapes[of] : undefined;
    return { kind: 'array', ...(part && { part }) };
  }
  const word = /^\w+/.exec(type)?.[0] ?? '';
  if (word === 'integer' || word === 'number') return { kind: 'number' };
  if (word === 'string' || word === 'boolean' || word === 'array' || word === 'object') return { kind: word };
  const part = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return part ? { kind: 'object', part } : {};
}
