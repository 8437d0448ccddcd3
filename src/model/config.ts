import type { Environment, ScopeName } from './catalog.js';
import type { Position } from './span.js';

/** A value with the place in the config file where it stands. */
export interface Placed<T> {
  readonly value: T;
  readonly at: Position;
}

export interface CredentialConfig {
  readonly name: string;
  readonly provider: string;
  readonly environment: Environment;
  /** True when the config doesn't say the environment and `production` is assumed. */
  readonly environmentAssumed: boolean;
  readonly account: string;
  /** Undefined: the config doesn't say what was granted. */
  readonly grants?: readonly Placed<ScopeName>[];
  readonly match: {
    readonly env: readonly string[];
    readonly files: readonly string[];
    readonly client: readonly string[];
    readonly host: readonly string[];
  };
  readonly at: Position;
}

/** A number, or its range. */
export interface Assumption {
  readonly min: number;
  readonly expected: number;
  readonly max: number;
  readonly at: Position;
}

export type RuleSetting = 'off' | 'warn' | 'error';

export interface QuotaOverride {
  readonly quota: number;
  readonly reason: string;
}

export interface Config {
  /** The file's path relative to the working directory; undefined when there is none. */
  readonly file: string | undefined;
  readonly catalogs: readonly Placed<string>[] | undefined;
  /** By provider: base URLs with `*`, or `env:NAME`. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  readonly credentials: readonly CredentialConfig[];
  readonly accounts: Readonly<Record<string, { readonly limits: Readonly<Record<string, QuotaOverride>> }>>;
  /** Symbol values by name; latency in milliseconds. */
  readonly assume: Readonly<Record<string, Assumption>>;
  readonly rules: Readonly<Record<string, RuleSetting>>;
  readonly clients: readonly ClientDeclaration[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** A user-declared HTTP client: the same power as a built-in model. */
export interface ClientDeclaration {
  readonly module: string;
  /** Member path from the module, e.g. `default.get`; `create()` steps are written with parentheses. */
  readonly member: string;
  readonly method?: string;
  /** Where the method stands: an argument index or `0.method` for a field of one. */
  readonly methodAt?: string;
  readonly urlAt: string;
  readonly baseAt?: string;
  readonly headersAt?: string;
}
