import type { RequestField, RequestShape } from '../../model/catalog.js';
import type { CatalogPart, CompileSettings } from '../format.js';
import type { Row } from './row.js';

/** A column by its canonical, lower-case name; `aliases` are other headers that docs write for it. */
export interface Column {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly required?: true;
}

/** What one row states. Shapes and their fields stand in rows of their own and are joined per document. */
export interface RowFacts extends Partial<Omit<CatalogPart, 'requestShapes'>> {
  readonly shapes?: readonly Omit<RequestShape, 'fields'>[];
  readonly fields?: readonly { readonly shape: string; readonly field: RequestField }[];
}

/** A kind of table, recognized by its headers: all required columns are there, and no other than the kind's. */
export interface TableKind {
  /** What messages call it: `scope`, `assignment`, ... */
  readonly id: string;
  readonly columns: readonly Column[];
  /** The facts that one row states. A cell that isn't what its column needs is a `UserError`. */
  read(row: Row, settings: CompileSettings): RowFacts;
}
