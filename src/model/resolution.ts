/** Where an import specifier leads. */
export type Resolution =
  /** `package`: the published package of the same repository that the specifier names, whose file it is. */
  | { readonly kind: 'module'; readonly file: string; readonly package?: string }
  /** A data file: its parsed value. */
  | { readonly kind: 'data'; readonly file: string; readonly value: unknown }
  /** A package, a Node built-in, or something outside of the project: `outside` is its file, where that belongs to no package. */
  | { readonly kind: 'external'; readonly name: string; readonly outside?: string };
