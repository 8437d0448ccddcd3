import type { Report } from '../../model/report.js';
import { count, formatNumber } from './text.js';

/**
 * How many requests there are, how many of them go to hosts that no catalog speaks of, and of how many of the others the
 * method and URL could be found: `["47 requests in 200 files, 46 to other APIs", "method and URL found for 0 of 1 other"]`.
 */
export function coverageText({ requests, summary }: Pick<Report, 'requests' | 'summary'>): readonly string[] {
  const files = count(summary.files, 'file');
  if (summary.requests === 0) return [`no requests in ${files}`];
  const foreign = requests.filter(({ match }) => match === 'foreign').length;
  const left = summary.requests - foreign;
  const all = `${count(summary.requests, 'request')} in ${files}`;
  if (left === 0) return [`${all}, all to other APIs`];
  const found = Math.round(summary.coverage * left);
  const others = foreign === 0 ? '' : left === 1 ? ' other' : ' others';
  return [
    foreign === 0 ? all : `${all}, ${formatNumber(foreign)} to other APIs`,
    `method and URL found for ${found === left ? `all${foreign === 0 ? '' : ' others'}` : `${formatNumber(found)} of ${formatNumber(left)}${others}`}`,
  ];
}
