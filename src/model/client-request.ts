import type { AbstractString, OpaqueReason } from './abstract-string.js';
import type { GrantList } from './grant-list.js';
import type { HttpMethod } from './http-method.js';
import type { Span } from './span.js';
import type { TracedPart } from './trail.js';

/** Where a request's authority comes from, as far as the code says. */
export interface CredentialOrigin {
  /** Stable id: `env:OT_TOKEN`, `client-credentials:env:OT_CLIENT_ID`, `storage:token`, `parameter:token`. */
  readonly id: string;
  readonly kind:
    | 'env'
    | 'client-credentials'
    | 'storage'
    | 'cookie'
    | 'session'
    | 'config'
    | 'secret'
    | 'literal'
    | 'parameter'
    | 'response'
    | 'client'
    | 'unknown';
  /** `bearer` unless the code shows another: `Basic x`, `Bot x`, an API key header. */
  readonly tokenKind: 'bearer' | 'basic' | 'bot' | 'api-key' | 'download-token' | 'none' | 'unknown';
  /** Environment variables that the token or the client is made from. */
  readonly env: readonly string[];
  readonly at: Span;
  /** Objects of one class were made with several tokens: which of them a call has isn't known. */
  readonly ofInstances?: true;
  /** The client's call whose response carries the token. */
  readonly obtainedBy?: CallRef;
  /** The scopes that the request for the token asks for. */
  readonly requested?: GrantList;
}

/** What one call site sends, as far as the code says. One entry for each URL alternative. */
export interface ClientRequest {
  /** The outermost call that fixes the path. */
  readonly callSite: Span;
  /** The chain from below `callSite` down to the client's own call. */
  readonly via: readonly Span[];
  /** The client model's id. */
  readonly client: string;
  /** Every method that is possible here; `unknown` when the code doesn't say. Never a default of ours. */
  readonly methods: readonly HttpMethod[] | 'unknown';
  readonly url: AbstractString;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, AbstractString>>;
  /** The JSON body, as far as it is the same in every case. */
  readonly body?: SentValue;
  /** Names of the query parameters that the URL and the client's options give. */
  readonly query?: readonly string[];
  /** What is known to its last name: nothing but the listed `headers` or `query` is sent. */
  readonly complete?: readonly ('headers' | 'query')[];
  /** Where the credential comes from, one entry per alternative; empty when no token was seen. */
  readonly credentials: readonly CredentialOrigin[];
  /** It asks an authorization server for a token: its form or JSON has a `grant_type`. */
  readonly asksForToken?: true;
  /** The scopes that a request for a token asks for. */
  readonly requested?: GrantList;
  /** `file#name` of the client instance's binding, where there is one: config `match.client`. */
  readonly clientBinding?: string;
  /** The client's own call: `file` and index into that file's summary. */
  readonly sink: CallRef;
  /** The call at `callSite`, then each call of `via`. Context for multiplicity. */
  readonly chain: readonly CallRef[];
  /** Nothing calls this code, and the program's entry points are known. */
  readonly unreachable?: true;
  /** What stopped resolution, when the URL or the method isn't known. */
  readonly stoppedBy?: { readonly span: Span; readonly expression: string; readonly reason: OpaqueReason };
  /** Where method and URL come from. Only where the evaluation kept trails. */
  readonly trace?: readonly TracedPart[];
}

export interface CallRef {
  readonly file: string;
  readonly call: number;
}

/** A value of a body: its kind, and what is known inside. `unknown` where the code doesn't say, or says several. */
export type SentValue =
  | { readonly kind: 'unknown' | 'null' | 'number' | 'boolean' | 'string' }
  /** The items that are known; there may be others. */
  | { readonly kind: 'array'; readonly items: readonly SentValue[] }
  /** The fields that are known; there may be others. */
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, SentValue>> };
