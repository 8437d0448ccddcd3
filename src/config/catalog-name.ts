/** Whether a catalog is given as a file (`./internal.openapi.yaml`, `specs/api.json`) and not by the name of a bundled one. */
export const isCatalogFile = (name: string): boolean =>
  /[\\/]/.test(name) || /\.(?:ya?ml|json|md)$/i.test(name);
