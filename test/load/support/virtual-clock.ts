import type { Clock } from '@sinonjs/fake-timers';
import FakeTimers from '@sinonjs/fake-timers';

const turn = setImmediate;

/** A clock that stands still while promises settle, and jumps from timer to timer. */
export interface VirtualClock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly after: (ms: number, act: () => void) => void;
  readonly run: (ms: number) => Promise<void>;
  readonly uninstall: () => void;
}

/**
 * Install before the library under test is imported: many keep the timers that they find. `turns` of the event loop
 * pass before the clock moves on: more are needed where real sockets take part.
 */
export function installVirtualClock(turns = 3, start = Date.UTC(2026, 2, 2)): VirtualClock {
  const clock: Clock = FakeTimers.install({
    now: start,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < turns; i++) await new Promise<void>((resolve) => turn(resolve));
  };
  return {
    now: () => clock.now - start,
    sleep: (ms) => new Promise((resolve) => void clock.setTimeout(() => resolve(), ms)),
    after: (ms, act) => void clock.setTimeout(act, ms),
    run: async (ms) => {
      let done = false;
      clock.setTimeout(() => (done = true), ms);
      await settle();
      while (!done) {
        clock.next();
        await settle();
      }
    },
    uninstall: () => clock.uninstall(),
  };
}
