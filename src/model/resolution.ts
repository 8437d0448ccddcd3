/** Where an import specifier leads. */
export type Resolution =
  | { readonly kind: 'module'; readonly file: string }
  /** A data file: its parsed value. */
  | { readonly kind: 'data'; readonly file: string; readonly value: unknown }
  /** A package, a Node built-in, or something outside of the project. */
  | { readonly kind: 'external'; readonly name: string };
