import type { Reporter } from './reporter.js';

/** The report as it is, for programs; without traces, which a run keeps for other formats. */
export const json: Reporter = {
  id: 'json',
  description: 'everything, for programs',
  render: (report) => {
    const requests = report.requests.map(({ trace: _trace, ...request }) => request);
    return `${JSON.stringify({ ...report, requests }, undefined, 2)}\n`;
  },
};
