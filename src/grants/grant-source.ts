import type { GrantList } from '../model/grant-list.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { CallGraph } from '../values/call-graph.js';
import type { Machine } from '../values/machine.js';
import type { Activation, Argument, ExternalValue } from '../values/value.js';

/** A call of a package's function, seen in one context. */
export interface PackageCall {
  readonly m: Machine;
  readonly callee: ExternalValue;
  /** How the callee was reached: `AuthorizationCode.new.authorizeURL`. */
  readonly path: string;
  readonly args: readonly Argument[];
  readonly activation: Activation;
  readonly module: ModuleSummary;
  readonly index: number;
}

/** What sources look through. */
export interface SearchInput {
  readonly m: Machine;
  readonly graph: CallGraph;
}

/** One kind of place where code says which scopes it asks for. */
export interface GrantSource {
  readonly id: string;
  readonly title: string;
  /** Where the place is documented. */
  readonly docsUrl: string;
  /** Packages whose calls `read` looks at; `global` for names that nothing declares. */
  readonly modules?: RegExp;
  /** Methods of any receiver whose calls `read` looks at too: names that nobody else gives a method. */
  readonly methods?: readonly string[];
  /** The lists that a call asks for. */
  readonly read?: (call: PackageCall) => readonly GrantList[];
  /** The lists that stand elsewhere than in calls. */
  readonly search?: (input: SearchInput) => readonly GrantList[];
}
