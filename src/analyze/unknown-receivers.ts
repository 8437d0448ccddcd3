import type { OpenedProgram } from '../clients/find-requests.js';
import type { ClientRequest } from '../model/client-request.js';
import type { At, Call, Expr, ModuleSummary } from '../model/module-summary.js';
import type { TypeQuestion } from '../model/type-question.js';

/** How clients are mostly asked to send something. */
const verbs: ReadonlySet<string> = new Set([
  ...['get', 'post', 'put', 'patch', 'delete', 'del', 'head', 'options', 'request', 'fetch', 'send', 'api'],
  ...['getJSON', 'postForm', 'putForm', 'patchForm', 'axiosRef', 'stream', 'paginate', 'raw', 'url'],
]);

/**
 * Receivers of calls of which nobody knows what they call, and which may be requests by their name: that of a client's
 * method, or of a method of the project through which requests go. Sorted by place.
 */
export function unknownReceivers(
  { m, graph }: OpenedProgram,
  requests: readonly ClientRequest[],
): TypeQuestion[] {
  const known = new Set([
    ...requests.flatMap(({ chain, sink }) => [...chain, sink].map(({ file, call }) => `${file}/${call}`)),
    ...[...graph.callers.values()].flatMap((sites) => sites.map((site) => keyOf(site.module, site.index))),
  ]);
  const senders = sendingMethods(m.program.modules, requests);
  return m.program.files.flatMap((file) => {
    const module = m.program.modules.get(file);
    return (module?.calls ?? []).flatMap((call, index) => {
      const at = module && !known.has(keyOf(module, index)) ? receiverOf(call, senders) : undefined;
      return at ? [{ file, at }] : [];
    });
  });
}

const keyOf = ({ file }: ModuleSummary, index: number): string => `${file}/${index}`;

function receiverOf(call: Call, senders: ReadonlySet<string>): At | undefined {
  const { callee } = call;
  if (callee.kind !== 'member' || callee.key.kind !== 'literal') return undefined;
  const name = String(callee.key.value);
  if (!senders.has(name) && !(verbs.has(name) && call.args.length > 0)) return undefined;
  return placeOf(callee.object.kind === 'await' ? callee.object.value : callee.object);
}

const placeOf = (object: Expr): At | undefined =>
  object.kind === 'reference' || object.kind === 'member' || object.kind === 'call' ? object.at : undefined;

/** Names of the methods of classes in files through which requests go. */
function sendingMethods(
  modules: ReadonlyMap<string, ModuleSummary>,
  requests: readonly ClientRequest[],
): ReadonlySet<string> {
  const files = new Set(requests.flatMap(({ chain, sink }) => [...chain, sink].map(({ file }) => file)));
  const members = [...files].flatMap((file) => (modules.get(file)?.classes ?? []).flatMap((c) => c.members));
  return new Set(members.filter(({ kind }) => kind === 'method').map(({ key }) => key));
}
