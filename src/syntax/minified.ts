import type { ModuleSummary } from '../model/module-summary.js';

const fewestCalls = 100;
/** People write about one call on a line or two, tools that pack code at least seven (chart.js 184, lodash 13). */
const mostCallsPerLine = 5;

/**
 * Whether a tool made the code small: names and values say little there, following them costs as much as hundreds of
 * other files, and most such files are copies of others' packages. A table on one line has no calls, and is read.
 */
export const isMinified = ({ calls, lineStarts }: ModuleSummary): boolean =>
  calls.length >= fewestCalls && calls.length > mostCallsPerLine * lineStarts.length;
