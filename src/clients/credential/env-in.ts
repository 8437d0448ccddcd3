import { force } from '../../values/evaluate.js';
import type { Machine } from '../../values/machine.js';
import type { Part } from '../../values/parts.js';
import { toParts } from '../../values/to-string.js';
import type { ExternalValue, OriginHole } from '../../values/value.js';

const maxDepth = 4;

/** Environment variables that a text is made from, also through calls that only encode it: `btoa(id + ':' + secret)`. */
export function envIn(m: Machine, parts: readonly Part[], depth = 0): readonly string[] {
  return [
    ...new Set(
      parts.flatMap((part) => {
        if (part.kind !== 'hole') return [];
        if (part.name.startsWith('env:')) return [part.name.slice(4)];
        const { external } = part as OriginHole;
        return external && isEncoder(external) && depth < maxDepth ? envInArguments(m, external, depth) : [];
      }),
    ),
  ];
}

/** `btoa(x)`, `Buffer.from(x).toString('base64')`, `Utilities.base64Encode(x)` and packages with such names. */
const isEncoder = ({ steps }: ExternalValue): boolean =>
  steps.some(
    (step) =>
      step.kind === 'member' && /^(?:btoa|Buffer|encode\w*|base64\w*|fromByteArray)$/i.test(step.name),
  );

function envInArguments(m: Machine, { steps }: ExternalValue, depth: number): readonly string[] {
  return steps.flatMap((step) =>
    step.kind === 'call' || step.kind === 'new'
      ? step.args.flatMap(({ value, spread }) =>
          spread || !step.call
            ? []
            : force(m, value).flatMap((a) =>
                envIn(
                  m,
                  toParts(m, a.value, undefined, (step.call as NonNullable<typeof step.call>).activation),
                  depth + 1,
                ),
              ),
        )
      : [],
  );
}

/** A text with what was encoded in it as it was before: `btoa(id + ':' + secret)` as `id:secret`. */
export function withoutEncoding(m: Machine, parts: readonly Part[], depth = 0): readonly Part[] {
  return parts.flatMap((part) => {
    const external = part.kind === 'hole' ? (part as OriginHole).external : undefined;
    if (!external || !isEncoder(external) || depth >= maxDepth) return [part];
    const encoded = external.steps.flatMap((step) =>
      step.kind === 'call' && step.call && step.args[0] && !step.args[0].spread
        ? [{ value: step.args[0].value, at: step.call.activation }]
        : [],
    )[0];
    const [first] = encoded ? force(m, encoded.value) : [];
    return first && encoded
      ? withoutEncoding(m, toParts(m, first.value, undefined, encoded.at), depth + 1)
      : [part];
  });
}
