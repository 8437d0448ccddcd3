import { assignmentListTable, assignmentTable } from './assignment-table.js';
import { deprecationTable } from './deprecation-table.js';
import { describedGrantTable } from './described-grant-table.js';
import { endpointTable } from './endpoint-table.js';
import { fieldTable, shapeTable } from './field-table.js';
import { fullPathTable } from './full-path-table.js';
import { guidanceTable } from './guidance-table.js';
import { headerTable } from './header-table.js';
import { limitTable } from './limit-table.js';
import { parameterTable } from './parameter-table.js';
import { responseTable } from './response-table.js';
import { scopeTable } from './scope-table.js';
import type { TableKind } from './table-kind.js';

/** The kinds of tables that Markdown documents may hold. No two can be read from the same headers. */
export const tableKinds: readonly TableKind[] = [
  scopeTable,
  describedGrantTable,
  assignmentTable,
  assignmentListTable,
  endpointTable,
  parameterTable,
  deprecationTable,
  shapeTable,
  fieldTable,
  limitTable,
  responseTable,
  headerTable,
  guidanceTable,
  fullPathTable,
];
