import { hole } from '../values/holes.js';
import { normalize, type Part } from '../values/parts.js';
import type { ClientCall } from './client-model.js';

/** `{name}`, `{+name}`, and where a client takes it `:name` after a slash. Query expansions `{?a,b}` begin a query. */
const placeholder = /\{([+#./;?&]?)([^{}]*)\}/g;
const colon = /(?<=\/):([a-z]\w*)/gi;

/** A URL in which the placeholders of a client's template stand as holes of their names. */
export function withPlaceholders(call: ClientCall, url: readonly Part[], takesColons = false): Part[] {
  return normalize(
    url.flatMap((part) =>
      part.kind === 'text'
        ? expand(call, takesColons ? part.text.replaceAll(colon, '{$1}') : part.text)
        : [part],
    ),
  );
}

function expand(call: ClientCall, text: string): Part[] {
  const { activation, index } = call.site;
  const at = activation.module.calls[index]?.at ?? [0, 0];
  const out: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(placeholder)) {
    const [whole, operator = '', name = ''] = found;
    const isQuery = operator === '?' || operator === '&';
    const lead = operator === '/' || operator === '.' ? operator : isQuery ? operator : '';
    out.push(
      { kind: 'text', text: text.slice(from, found.index) + lead },
      hole('runtime', isQuery ? 'query' : name, activation.module, at),
    );
    from = found.index + whole.length;
  }
  return [...out, { kind: 'text', text: text.slice(from) }];
}
