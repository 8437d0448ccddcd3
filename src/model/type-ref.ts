import type { BindingId, Expr } from './module-summary.js';

/** The part of a type annotation that names a client, a class, or a closed set of values. */
export type TypeRef =
  | {
      readonly kind: 'named';
      readonly name: readonly string[];
      readonly binding?: BindingId;
      readonly args: readonly TypeRef[];
    }
  | { readonly kind: 'values'; readonly values: readonly (string | number | boolean)[] }
  | {
      readonly kind: 'object';
      readonly members: Readonly<Record<string, TypeRef>>;
      /** The members that need not be given. */
      readonly optional?: readonly string[];
    }
  | { readonly kind: 'array'; readonly of: TypeRef; readonly length?: number }
  /** One of several named types, or of named and primitive ones. */
  | { readonly kind: 'union'; readonly of: readonly TypeRef[] }
  | { readonly kind: 'keyof'; readonly of: Expr }
  | { readonly kind: 'typeof'; readonly of: Expr }
  /** A function; what it gives, where a promise stands for its value. */
  | { readonly kind: 'function'; readonly returns: TypeRef }
  | { readonly kind: 'primitive'; readonly name: string }
  | { readonly kind: 'unknown' };
