import type { Observation, SeenAt, SeenOperation } from '../../model/observed.js';
import { count, formatNumber, formatPlace, printable } from '../format/text.js';

/** `80%`, rounded down: 100% is said of nothing less than all. */
const percent = (share: number): string => `${Math.floor(share * 100)}%`;

/** How much of what was seen was found in the code, in one sentence. */
export function recallText({ summary }: Observation): string {
  const { operations, found, recall, requestRecall, requests, unsure } = summary;
  const left =
    unsure === 0 ? '' : ` ${count(unsure, 'request')} to no sure operation: see --min-confidence low.`;
  if (recall === null || requestRecall === null)
    return `No request to an API of the catalogs was seen.${left}`;
  return `${formatNumber(found)} of ${count(operations, 'operation')} that ${operations === 1 ? 'was' : 'were'} seen ${found === 1 ? 'is' : 'are'} found in the code (${percent(recall)}), and ${percent(requestRecall)} of ${count(requests, 'request')}.${left}`;
}

export const nameOf = ({ operations }: SeenOperation): string => operations.join(' or ');

/** `3 requests, 2 refused`. */
export const requestWords = ({ requests, refused }: SeenOperation): string =>
  `${count(requests, 'request')}${refused > 0 ? `, ${formatNumber(refused)} refused` : ''}`;

/** `needs CONSENT, which was not granted`. */
export function needWords({ security, granted }: SeenOperation): string {
  if (security === null) return 'no scope is documented';
  if (security.some((allOf) => allOf.length === 0)) return 'needs no scope';
  const needs = security.map((allOf) => allOf.join(' and ')).join(', or ');
  return `needs ${needs}${granted === false ? ', not granted' : ''}`;
}

export const seenAtText = ({ file, line }: SeenAt): string => formatPlace({ file, line });

/** The hosts with the most requests, and how many others there are. */
export function hostWords({ foreignHosts }: Observation, most = 5): string {
  const shown = foreignHosts
    .slice(0, most)
    .map(({ host, requests }) => `${printable(host)} (${formatNumber(requests)})`);
  const hidden = foreignHosts.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`and ${count(hidden, 'more host')}`] : [])].join(', ');
}
