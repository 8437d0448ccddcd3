import { hole } from '../values/holes.js';
import type { TextPart } from '../model/abstract-string.js';
import { cutText, mapText, normalize, type Part } from '../values/parts.js';
import type { ClientCall } from './client-model.js';

/** `{name}`, `{+name}`, and where a client takes it `:name` after a slash. Query expansions `{?a,b}` begin a query. */
const placeholder = /\{([+#./;?&]?)([^{}]*)\}/g;
const colon = /(?<=\/):([a-z]\w*)/gi;

/** A URL in which the placeholders of a client's template stand as holes of their names. */
export function withPlaceholders(call: ClientCall, url: readonly Part[], takesColons = false): Part[] {
  return normalize(
    url.flatMap((part) =>
      part.kind === 'text'
        ? expand(call, takesColons ? mapText(part, (t) => t.replaceAll(colon, '{$1}')) : part)
        : [part],
    ),
  );
}

function expand(call: ClientCall, part: TextPart): Part[] {
  const { activation, index } = call.site;
  const at = activation.module.calls[index]?.at ?? [0, 0];
  const out: Part[] = [];
  let from = 0;
  for (const found of part.text.matchAll(placeholder)) {
    const [whole, operator = '', name = ''] = found;
    const isQuery = operator === '?' || operator === '&';
    const lead = operator === '/' || operator === '.' ? operator : isQuery ? operator : '';
    out.push(
      cutText(part, from, found.index),
      { kind: 'text', text: lead },
      hole('runtime', isQuery ? 'query' : name, activation.module, at),
    );
    from = found.index + whole.length;
  }
  return [...out, cutText(part, from)];
}
