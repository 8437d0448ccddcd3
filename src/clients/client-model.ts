import type { Alternatives, Argument, CallSite, ExternalValue, Lazy, Value } from '../values/value.js';
import type { Machine } from '../values/machine.js';
import type { Part } from '../values/parts.js';

/** A call that leaves the project, as a client model sees it. */
export interface ClientCall {
  readonly m: Machine;
  /** How the callee was reached: package and steps. */
  readonly callee: ExternalValue;
  /** The steps as text: `create().get`, `new.request`; assignments are left out. */
  readonly path: string;
  readonly args: readonly Argument[];
  readonly isNew: boolean;
  readonly site: CallSite;
}

/** One method and URL that a call can send. */
export interface Target {
  /** A method's name in any case; a hole when the code doesn't say; undefined is the client's own default. */
  readonly method: Value;
  readonly url: readonly Part[];
}

/** What a client model reads off a call. */
export interface RequestParts {
  readonly targets: Alternatives<Target>;
  /** The methods that the client can send when `method` is a hole; all, when left out. */
  readonly sends?: readonly string[];
  /** Objects of headers; later ones win. */
  readonly headers: readonly Alternatives[];
  /** Query parameters given as an object. */
  readonly query?: Lazy;
  readonly body?: Lazy;
  readonly retry?: Lazy;
  /** Of what the call shows everything: no default, interceptor or unknown object can add to it. */
  readonly complete?: readonly ('headers' | 'query')[];
  /** The call sends nothing yet: it makes a function that does. Calls of that function tell it better, where there are any. */
  readonly isPrepared?: true;
  /** `file#name` of the client instance. */
  readonly binding?: string;
}

/** One HTTP client: what its calls look like, and where method, URL, headers and body stand. */
export interface ClientModel {
  readonly id: string;
  readonly title: string;
  /** Where the client is documented. */
  readonly docsUrl: string;
  /** Packages whose calls the model looks at; `global` for names that nothing declares. */
  readonly modules: readonly string[];
  /** `module#Type` of types whose values are this client, for injected ones. */
  readonly types?: readonly string[];
  /** The request that a call sends, or undefined when it sends none. */
  readonly request: (call: ClientCall) => RequestParts | undefined;
}
