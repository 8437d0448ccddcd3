import type { AbstractString } from '../../model/abstract-string.js';
import { formatAbstractString } from '../../model/abstract-string.js';
import type { Facts } from '../../model/analysis.js';
import type { ClientRequest } from '../../model/client-request.js';
import { distinct, providerOf } from './credentials.js';

/**
 * What the calls of a provider stand on: `env:NAME` and `https://host`, as `servers` of a config lists them. A call
 * that is sure names its server; what may stand in that server's place, as in `env || 'https://host'`, is one too.
 */
export function starterServers(facts: Facts, provider: string): readonly string[] {
  const calls = facts.requests.filter(
    (r) => providerOf(r) === provider && r.confidence !== 'low' && r.match.kind !== 'foreign',
  );
  const sure = new Set(calls.flatMap(({ request }) => serverOf(request.url) ?? []));
  return distinct([...sure, ...inPlaceOf(facts, sure)]);
}

/** Environment values that the same call puts in front of the same path as a known server. */
function inPlaceOf({ requests }: Facts, servers: ReadonlySet<string>): string[] {
  const known = new Set<string>();
  for (const { request } of requests)
    if (servers.has(serverOf(request.url) ?? '')) known.add(callAndPath(request));
  return requests.flatMap(({ request }) => {
    const server = serverOf(request.url);
    return server?.startsWith('env:') === true && known.has(callAndPath(request)) ? [server] : [];
  });
}

function callAndPath({ callSite, url }: ClientRequest): string {
  const written = url[0]?.kind === 'hole' ? url.slice(1) : url;
  const path = formatAbstractString(written).replace(/^https?:\/\/[^/?#]*/i, '');
  return JSON.stringify([callSite.file, callSite.start, path]);
}

function serverOf(url: AbstractString): string | undefined {
  const [first, second, third] = url;
  if (first?.kind === 'hole') return environment(first, second);
  const scheme = /^https?:\/\//i.exec(first?.text ?? '')?.[0];
  if (scheme === undefined) return undefined;
  if (first?.text === scheme && second?.kind === 'hole') {
    const whole = environment(second, third);
    if (whole !== undefined) return whole;
  }
  const flat = url.map((part) => (part.kind === 'text' ? part.text : '*')).join('');
  const host = /^[^/?#]*/.exec(flat.slice(scheme.length))?.[0].replace(/^.*@/, '') ?? '';
  // A host of which no label is text names nobody.
  return /[a-z0-9]/i.test(host) ? `${scheme.toLowerCase()}${host.replaceAll(/\*+/g, '*')}` : undefined;
}

function environment(hole: AbstractString[number], next: AbstractString[number] | undefined) {
  if (hole.kind !== 'hole' || hole.reason !== 'environment') return undefined;
  if (next !== undefined && !(next.kind === 'text' && next.text.startsWith('/'))) return undefined;
  return hole.name.startsWith('env:') ? hole.name : `env:${hole.name}`;
}
