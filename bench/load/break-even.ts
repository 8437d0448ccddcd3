import { sliding } from './score.js';
import type { Shape } from './shape.js';
import type { Latency, World } from './world.js';

/** At expected answer times: every request takes as long. */
const steady: Latency = [100, 100];

/** Runs a program at each break-even value that is given for it, and a little above: the limit must hold, and not hold. */
export async function checkBreakEven(world: World, shape: Shape): Promise<string[]> {
  const [point] = shape.points;
  if (point === undefined || shape.failing) return [];
  const lines: string[] = [];
  const asked = new Set<string>();
  const { load } = world.estimate(shape, { point, latency: steady });
  for (const row of load) {
    for (const { symbol, value } of row.breakEven) {
      const rate = /^rate\((.*)\)$/.exec(symbol)?.[1];
      const key = shape.symbols[symbol] ?? (rate === undefined ? undefined : shape.events?.[rate]);
      if (
        key === undefined ||
        value === null ||
        value > 20_000 ||
        asked.has(`${key} ${value} ${row.operation}`)
      )
        continue;
      asked.add(`${key} ${value} ${row.operation}`);
      const countAt = async (x: number): Promise<number> => {
        const times = await world.truth(shape, { point: { ...point, [key]: x }, latency: steady, seed: 1 });
        return sliding(times[row.operation ?? ''] ?? [], row.windowSeconds * 1000);
      };
      const [at, above] = [await countAt(value), await countAt(Math.ceil(value * 1.02) + 1)];
      const verdict = at > row.quota ? 'NOT HELD' : above <= row.quota ? 'not violated above' : 'held';
      lines.push(
        `${verdict === 'held' ? ' ' : '!'} ${shape.name} ${row.operation} ${row.windowSeconds} s: ${symbol} ${value}: ${verdict} (${at}, then ${above}, of ${row.quota})`,
      );
    }
  }
  return lines;
}
