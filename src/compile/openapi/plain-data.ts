/** A parsed object of which nothing is known yet. */
export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own field: names like `constructor` in a document must not reach what every object inherits. */
export const field = (object: PlainObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export function objectField(object: PlainObject, key: string): PlainObject | undefined {
  const value = field(object, key);
  return isPlainObject(value) ? value : undefined;
}

export function listField(object: PlainObject, key: string): readonly unknown[] {
  const value = field(object, key);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A scalar as text, undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export const textField = (object: PlainObject, key: string): string | undefined => textOf(field(object, key));
