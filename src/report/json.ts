import type { Reporter } from './reporter.js';

/** The report as it is, for programs. */
export const json: Reporter = {
  id: 'json',
  description: 'everything, for programs',
  render: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
};
