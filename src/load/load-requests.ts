import { formatAbstractString } from '../model/abstract-string.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Catalog } from '../model/catalog.js';
import type { CodeLoadInput } from './code-load.js';
import { placeIn } from './extract/reader.js';
import type { LoadRequest } from './flow.js';

const defaultAccount = 'default';

/** The requests that limits can count; `call` is the request's place in the list. */
export function loadRequests(input: CodeLoadInput): LoadRequest[] {
  return input.requests.flatMap((analyzed, call) => {
    const found = countable(analyzed, input);
    if (found === undefined) return [];
    const { request, credential } = analyzed;
    const module = input.m.program.modules.get(request.callSite.file);
    const config = input.config.credentials.find(
      ({ name, provider }) => name === credential && provider === found.provider,
    );
    return [
      {
        call,
        place: module
          ? placeIn(module, [request.callSite.start, request.callSite.end])
          : { file: request.callSite.file, line: 1, column: 1 },
        ...found,
        account: config?.account ?? defaultAccount,
        credential: credential ?? 'unattributed',
        environment: config?.environment ?? 'production',
      },
    ];
  });
}

function countable(
  { match, confidence, request }: AnalyzedRequest,
  { catalogs, includeLow }: CodeLoadInput,
): Pick<LoadRequest, 'provider' | 'operations' | 'paths'> | undefined {
  if (confidence === 'low' && !includeLow) return undefined;
  if (match.kind === 'matched' || match.kind === 'ambiguous') {
    const operations = match.kind === 'matched' ? [match.operation] : match.operations;
    return { provider: match.provider, operations, paths: pathsOf(catalogs, match.provider, operations) };
  }
  if (match.kind !== 'unmatched' || match.provider === undefined || match.reason === 'unresolved-url')
    return undefined;
  const path = formatAbstractString(request.url).replace(/^[a-z]+:\/\/[^/]*|^\{[^}]*\}(?=\/)/i, '');
  return { provider: match.provider, operations: [], paths: [path.split('?')[0] ?? path] };
}

function pathsOf(catalogs: readonly Catalog[], provider: string, ids: readonly string[]): string[] {
  const catalog = catalogs.find((c) => c.provider === provider);
  return ids.flatMap((id) => {
    const operation = catalog?.operations.find((o) => o.id === id);
    if (operation === undefined) return [];
    return operation.paths.length > 0 ? operation.paths : [operation.path];
  });
}
