import type { ReportPlace } from '../../model/report.js';
import type { Quantity } from '../quantity.js';
import { constant, symbol } from '../quantity.js';
import type { LoadSymbol, SymbolUnit } from '../symbols.js';

/** A number that the code doesn't fix, at the place that needs it. */
export interface SymbolUse {
  /** As people write it: `users.length`. */
  readonly name: string;
  /** Other names that people may give it: the parameter that a caller fills, a method without its class. */
  readonly aliases?: readonly string[];
  readonly unit: SymbolUnit;
  readonly least: number;
  readonly file: string;
  /** Offset of the expression. */
  readonly at: number;
  readonly place: ReportPlace;
  readonly known?: LoadSymbol['known'];
  /** The most that a comment says it is here. */
  readonly max?: number;
}

/** All symbols of a program. While it is read, each is named with its file, so that equal names can be told apart. */
export interface SymbolBook {
  readonly use: (use: SymbolUse) => Quantity;
  readonly uses: () => readonly SymbolUse[];
}

export const idOf = ({ file, name }: Pick<SymbolUse, 'file' | 'name'>): string => `${file}#${name}`;

export function createSymbolBook(
  boundAt: (use: SymbolUse) => number | undefined = () => undefined,
): SymbolBook {
  const uses: SymbolUse[] = [];
  return {
    use: (use) => {
      const max = boundAt(use);
      uses.push({ ...use, ...(max !== undefined && { max }) });
      const plain = symbol(idOf(use));
      return max === undefined ? plain : { kind: 'minimum', of: [plain, constant(max)] };
    },
    uses: () => uses,
  };
}

/** The name under which each symbol is reported, by its id: without the file, unless two files have the name. */
export function reportedNames(uses: readonly SymbolUse[]): ReadonlyMap<string, string> {
  const files = new Map<string, Set<string>>();
  for (const { name, file } of uses) files.set(name, (files.get(name) ?? new Set()).add(file));
  return new Map(uses.map((use) => [idOf(use), (files.get(use.name)?.size ?? 0) > 1 ? idOf(use) : use.name]));
}

/** One symbol for each id; what several places know of it is joined, annotations last. */
export function symbolsOfUses(uses: readonly SymbolUse[], names: ReadonlyMap<string, string>): LoadSymbol[] {
  const symbols = new Map<string, LoadSymbol>();
  for (const use of uses) {
    const id = idOf(use);
    const known = symbols.get(id);
    const max = boundEverywhere(uses, id);
    const stated =
      max === undefined ? (known?.known ?? use.known) : { ...use.known, max, source: 'annotation' as const };
    symbols.set(id, {
      name: names.get(id) ?? use.name,
      unit: use.unit,
      aliases: [
        ...new Set([
          ...(known?.aliases ?? []),
          ...(use.aliases ?? []),
          ...(names.get(id) === use.name ? [] : [use.name]),
        ]),
      ],
      least: Math.min(use.least, known?.least ?? use.least),
      at: known?.at ?? use.place,
      ...(stated && { known: stated }),
    });
  }
  return [...symbols.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The bound of a symbol that a comment bounds at every place where it is used. */
function boundEverywhere(uses: readonly SymbolUse[], id: string): number | undefined {
  const bounds = uses.filter((use) => idOf(use) === id).map(({ max }) => max);
  const known = bounds.filter((max) => max !== undefined);
  return known.length > 0 && known.length === bounds.length ? Math.max(...known) : undefined;
}
