/** The package that an import specifier names: `got` of `got/dist/source`, `@scope/name` of `@scope/name/part`. */
export const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
