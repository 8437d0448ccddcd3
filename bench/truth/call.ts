/** Calls a method in many ways, with arguments of different kinds, and collects what it sends. */
import type { Sent } from './intercept.js';
import { current } from './intercept.js';
import type { BoundMethod } from './walk.js';
import type { Names } from './stubs.js';
import { stubNumber, stubObject, stubRecord, stubText, template } from './stubs.js';

type Kind = 'text' | 'number' | 'flat' | 'deep' | 'record' | 'numbers' | 'list' | 'nothing' | 'callback';

export interface Recorded {
  readonly method: string;
  /** Stub values are `{}`. */
  readonly path: string;
  readonly host: string;
  readonly stack: string;
  /** Sent with some argument list of strings and numbers alone (and arrays, where the package takes them). */
  plain: boolean;
  /** Another request of the method says the same with more of its path filled in. */
  partial: boolean;
}

/** Names of route parameters in a method's own text: `:id`, `{id}`. */
function routeNames(fn: BoundMethod['fn']): string[] {
  const text = Function.prototype.toString.call(fn).slice(0, 20_000);
  const endpoint = Reflect.get(fn, 'endpoint') as { DEFAULTS?: { url?: string } } | undefined;
  const routes = `${text} ${endpoint?.DEFAULTS?.url ?? ''}`;
  return [...routes.matchAll(/:([A-Za-z_]\w*)|\{([A-Za-z_][\w-]*)\}/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

interface Plans {
  readonly usual: readonly Kind[][];
  /** Calls with arguments left out: only for methods that sent nothing otherwise. */
  readonly last: readonly Kind[][];
}

/** Kinds for the positions of `length` parameters. */
function plans(length: number): Plans {
  const n = Math.min(Math.max(length, 1), 6);
  const mixed = (k: number, kind: Kind, rest: Kind): Kind[] =>
    Array.from({ length: n }, (_, i) => (i < k ? kind : rest));
  const all = (kind: Kind): Kind[] => mixed(n, kind, kind);
  const usual = (['text', 'flat', 'number', 'deep', 'record', 'numbers', 'list'] as const).map(all);
  const last: Kind[][] = [];
  for (let k = 1; k < n; k++) {
    usual.push(
      mixed(k, 'text', 'flat'),
      mixed(k, 'flat', 'text'),
      mixed(k, 'text', 'record'),
      mixed(k, 'text', 'list'),
    );
    last.push(
      mixed(k, 'text', 'nothing'),
      [...all('text').slice(0, k), 'callback'],
      [...all('record').slice(0, k), 'callback'],
    );
  }
  usual.push([...all('text').slice(0, n - 1), 'callback'], [...all('record').slice(0, n - 1), 'callback']);
  return { usual, last: [...last, ['text', 'flat'], ['callback'], []] };
}

function argument(kind: Kind, names: Names): unknown {
  switch (kind) {
    case 'text':
      return stubText();
    case 'number':
      return stubNumber();
    case 'flat':
    case 'deep':
      return stubObject(names, kind);
    case 'record':
      return stubRecord(names, stubText);
    case 'numbers':
      return stubRecord(names, stubNumber);
    case 'list':
      return [stubText()];
    case 'callback':
      return () => undefined;
    case 'nothing':
      return undefined;
  }
}

const late = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Runs one call to its end, or to the time limit; a refusal of the stub values is no error here. */
async function attempt(method: BoundMethod, args: unknown[], sink: (sent: Sent) => void): Promise<void> {
  let follow: Promise<void> = Promise.resolve();
  const firstSent = new Promise<void>((done) => {
    const resolve = (sent: Sent): void => {
      sink(sent);
      done();
    };
    follow = Promise.resolve(
      current.run(resolve, async () => {
        try {
          const result = Reflect.apply(method.fn, method.owner, args);
          if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
            await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
          await result;
        } catch {
          // The stub did not suit the method; another plan may.
        }
      }),
    );
  });
  // What follows a first request follows soon, since answers are instant.
  await Promise.race([follow, firstSent.then(() => late(40)), late(400)]);
}

/** A path that shows a stub of the wrong kind: `undefined`, `[object Object]`, an empty segment. */
const spoiled = (path: string): boolean =>
  /(?:\[|%5B)object|undefined|=>|function\b/.test(path) ||
  /\/(?:null|NaN|true|false|:\w+)(?:\/|$)/.test(path);
const holey = (path: string): boolean => /\/\/|.\/$/.test(path);

const plainKinds: ReadonlySet<Kind> = new Set(['text', 'number', 'callback']);

/** A path without its holes, and without the separators that stood around them. */
const withoutHoles = (path: string): string => path.replace(/\/?\{\}/g, '').replace(/\/$/, '');

/** Whether `shorter` is `longer` with some of its holes left out. */
const lacksHoles = (shorter: string, longer: string): boolean =>
  shorter.split('{}').length < longer.split('{}').length && withoutHoles(shorter) === withoutHoles(longer);

/** What a method sends, each method and path template once. */
export async function requestsOf(method: BoundMethod, arrays: boolean): Promise<Recorded[]> {
  const found = new Map<string, Recorded>();
  const names: Names = new Set(routeNames(method.fn));
  const run = async (kinds: readonly Kind[]): Promise<void> => {
    const plain = kinds.every((kind) => plainKinds.has(kind) || (arrays && kind === 'list'));
    const sink = (sent: Sent): void => {
      const path = template(sent.path);
      // A stub that became the host was taken for a URL or a setting, not for an argument of the call.
      if (template(sent.host) !== sent.host) return;
      const key = `${sent.method} ${path}`;
      const known = found.get(key);
      if (known) known.plain ||= plain;
      else if (found.size < 200) found.set(key, { ...sent, path, plain, partial: false });
    };
    await attempt(
      method,
      kinds.map((kind) => argument(kind, names)),
      sink,
    );
  };
  const { usual, last } = plans(method.fn.length);
  if (method.fn.length === 0) await run([]);
  for (const kinds of usual) await run(kinds);
  if (found.size === 0) for (const kinds of last) await run(kinds);
  const good = [...found.values()].filter(({ path }) => !spoiled(path));
  const whole = good.filter(({ path }) => !holey(path));
  const kept = whole.length > 0 ? whole : good;
  for (const one of kept)
    one.partial =
      !one.plain && kept.some((other) => other.method === one.method && lacksHoles(one.path, other.path));
  return kept;
}
