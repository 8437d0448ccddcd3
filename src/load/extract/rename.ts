import type { Flow } from '../flow.js';

/** A flow with its symbols under the names that people see. */
export function renamed<T extends Flow>(flow: T, names: ReadonlyMap<string, string>): T {
  return replaced(flow, names);
}

function replaced<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  if (record['kind'] === 'symbol' && typeof record['name'] === 'string')
    return { ...record, name: names.get(record['name']) ?? record['name'] } as T;
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, replaced(item, names)])) as T;
}
