/** A program as people write it, with what its collections hold in each point that is tried. */
export interface Shape {
  readonly name: string;
  /** Which of the forty shapes it is one of. */
  readonly of: number;
  /** Written after the rules were, and not looked at while they were made. */
  readonly heldOut?: true;
  /** The text of `src/main.ts`, or of several files by path. */
  readonly source: string | Readonly<Record<string, string>>;
  /** What the server answers with: how many users, orders and pages there are; also replicas and rates of events. */
  readonly points: readonly Point[];
  /** The symbols that the tool must name, and which number of the point each one is. */
  readonly symbols: Readonly<Record<string, string>>;
  readonly minutes?: number;
  /** The first instant, in ms since 1970. */
  readonly start?: number;
  /** Events from outside, by how they are named to the program: `POST /hooks`, and which number of the point their rate is. */
  readonly events?: Readonly<Record<string, string>>;
  /** A server that fails: its status, and for which share of the requests. Counted against what is said of failing servers. */
  readonly failing?: Failing;
  /** Real sockets, for clients that take no other. */
  readonly wire?: true;
}

export type Point = Readonly<Record<string, number>>;

export interface Failing {
  readonly status: number;
  readonly share: number;
  readonly retryAfter?: string;
}

export const filesOf = ({ source }: Shape): Readonly<Record<string, string>> =>
  typeof source === 'string' ? { 'src/main.ts': source } : source;

export const head = `
const base = 'https://api.example.test';
const get = async (path: string) => (await fetch(base + path)).json();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
`;
export const cronHead = `import cron from 'node-cron';\n${head}`;
/** A call that gives what it finds. */
export const api = `const API = 'https://api.example.test';
const json = async (path) => (await fetch(API + path)).json();`;
export const users = { 'users.length': 'users' };
export const some: readonly Point[] = [{ users: 40 }, { users: 300 }, { users: 1200 }];
export const none: readonly Point[] = [{}];
export const forUsers = { points: [{ users: 40 }, { users: 300 }], symbols: users };

/** Makes programs of one of the forty shapes that run for an hour and five minutes, and know no numbers unless told. */
export const shapesLike =
  (of: number) =>
  (name: string, source: Shape['source'], more: Partial<Shape> = {}): Shape => ({
    name,
    of,
    points: none,
    symbols: {},
    minutes: 65,
    source,
    ...more,
  });
