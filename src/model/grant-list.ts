import type { Span } from './span.js';

export interface ListedScope {
  readonly name: string;
  /** Where the name is written. */
  readonly span: Span;
}

/** Scopes that the code asks a provider for, or that a manifest lists: what was granted, as far as the project says. */
export interface GrantList {
  /** The kind of place that it was read from: `authorize-url`, `passport`, `slack-manifest`. */
  readonly source: string;
  readonly scopes: readonly ListedScope[];
  /** False where the code doesn't say all of them. */
  readonly complete: boolean;
  /** Where the list reaches its request. */
  readonly span: Span;
  /** The host that is asked, where the code says it. Lower case, with port. */
  readonly host?: string;
  /** What the code or the kind of manifest calls the provider: `github`. */
  readonly provider?: string;
  /**
   * Whose token it is: `user` consents in a browser, `client` gets one for itself, `app` is installed with what its
   * manifest says.
   */
  readonly flow: 'user' | 'client' | 'app';
  /** Environment variables that hold the id of the client that asks. */
  readonly clientEnv: readonly string[];
  /** Environment variables that hold scopes of the list. */
  readonly env: readonly string[];
  /** A library asks for it that signs people in, and reads their profile itself. */
  readonly signsIn?: true;
}
