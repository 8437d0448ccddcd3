/** What the compiler may read. Paths are absolute, with `/`. */
export interface Disk {
  /** Undefined for what isn't there, or may not be read. */
  readonly read: (file: string) => string | undefined;
  readonly isFile: (file: string) => boolean;
  readonly isFolder: (folder: string) => boolean;
  readonly list: (
    folder: string,
  ) => readonly { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean }[];
  readonly realPath: (path: string) => string;
}
