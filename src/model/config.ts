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

/** A symbol's value: all three are equal for a plain number; what the config doesn't say is absent. Durations in milliseconds. */
export interface Assumption {
  readonly min?: number;
  readonly expected?: number;
  readonly max?: number;
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
  /** By catalog: what several scopes of one requirement mean, where a vendor doesn't follow the standard. */
  readonly scopeArrays?: Readonly<Record<string, 'any' | 'all'>>;
  /** By provider: base URLs with `*`, or `env:NAME`. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  readonly credentials: readonly CredentialConfig[];
  readonly accounts: Readonly<Record<string, { readonly limits: Readonly<Record<string, QuotaOverride>> }>>;
  /** Symbol values by name; latency in milliseconds. */
  readonly assume: Readonly<Record<string, Assumption>>;
  readonly rules: Readonly<Record<string, RuleSetting>>;
  readonly clients: readonly ClientDeclaration[];
  /** Globs relative to the working directory, as all paths here are. Empty: every file. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The organisation's own rules; absent when the config has none. */
  readonly policy?: readonly PolicyRule[];
  /** Where other entries stand, by their path in the file: `rules.missing-scope`, `servers.trust-platform`. */
  readonly places?: Readonly<Record<string, Position>>;
}

/** What a policy rule speaks of, each kind judged by itself. Empty lists say nothing of their kind; names may hold `*`. */
export interface PolicySelection {
  readonly scopes: readonly string[];
  /** `METHOD path` in the docs' form, `* path` for every method. */
  readonly operations: readonly string[];
  /** Upper-case HTTP methods. */
  readonly methods: readonly string[];
  /** Version segments of a path: `v1`. */
  readonly versions: readonly string[];
  /** Every operation, and every scope that authorizes one, of this kind. */
  readonly access?: 'read' | 'write';
}

/**
 * `forbid`: nothing that any kind selects may be used or held there. `require`: what is used or held there is selected
 * by every kind that the rule names.
 */
export interface PolicyRule {
  readonly effect: 'forbid' | 'require';
  readonly select: PolicySelection;
  /** Globs relative to the working directory; empty: every file. */
  readonly files: readonly string[];
  /** Names of credentials, `*` allowed; empty: every credential. */
  readonly credentials: readonly string[];
  readonly severity: 'warn' | 'error';
  /** Shown to whoever breaks the rule. */
  readonly reason: string;
  readonly at: Position;
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
