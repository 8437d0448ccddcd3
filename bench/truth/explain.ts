/** What the table leaves out, in words. */
import type { Row } from './table.js';

/** Misses and unconfirmed requests, most frequent cause first. */
export function explain(rows: readonly Row[]): string {
  const lines: string[] = [];
  for (const { entry, score: result } of rows) {
    if (!result || result.misses.length + result.unconfirmed.length === 0) continue;
    lines.push(`\n## ${entry.name}`);
    const byCause = groupBy(result.misses, (miss) => miss.cause);
    for (const [cause, misses] of [...byCause].sort((a, b) => b[1].length - a[1].length)) {
      lines.push(`missed, ${cause}: ${misses.length}`);
      for (const miss of misses) {
        lines.push(`  ${miss.method} ${miss.path}  [${miss.calls.join(', ')}]  ${miss.frames[0] ?? ''}`);
        for (const near of miss.near.slice(0, 1)) lines.push(`      nearest: ${near}`);
      }
    }
    if (result.unconfirmed.length > 0) lines.push(`contradicted: ${result.unconfirmed.length}`);
    for (const one of result.unconfirmed)
      lines.push(
        `  ${one.place} ${one.methods.join('|')} ${one.url}  sent: ${one.near.join('; ') || 'nothing alike'}`,
      );
  }
  return lines.join('\n');
}

function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
