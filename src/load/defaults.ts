import type { ReportLoad } from '../model/report.js';

/** Whether figures rest on a default that nobody has confirmed: they accuse less. */
export const restsOnDefaults = ({ assumptions }: ReportLoad): boolean =>
  assumptions.some(({ symbol, source }) => symbol === 'latency' && source === 'default');
