import type { AbstractString } from '../model/abstract-string.js';
import type { CredentialOrigin } from '../model/client-request.js';
import { force } from '../values/evaluate.js';
import type { Machine } from '../values/machine.js';
import { leadingText, normalize, type Part } from '../values/parts.js';
import { toParts } from '../values/to-string.js';
import type { OriginHole } from '../values/value.js';
import type { SinkView } from './candidate.js';

export interface ReadHeaders {
  /** By lower-case name; the last value that is possible. */
  readonly values: Readonly<Record<string, AbstractString>>;
  readonly credentials: readonly CredentialOrigin[];
}

/** Reads the headers of a request, and where its token comes from. */
export function readHeaders(m: Machine, view: SinkView): ReadHeaders {
  const values: Record<string, AbstractString> = {};
  const credentials = new Map<string, CredentialOrigin>();
  for (const source of view.parts.headers) {
    for (const { value } of source) {
      if (value.kind !== 'object') continue;
      for (const [name, lazy] of value.props) {
        for (const { value: header } of force(m, lazy)) {
          const parts = normalize(toParts(m, header, undefined, view.activation));
          values[name.toLowerCase()] = parts.map((p) =>
            p.kind === 'text' ? p : { kind: 'hole', reason: p.reason, name: p.name, at: p.at },
          );
          const origin = credentialOf(name.toLowerCase(), parts, view);
          if (origin) credentials.set(origin.id, origin);
        }
      }
    }
  }
  return { values, credentials: [...credentials.values()] };
}

function credentialOf(name: string, parts: readonly Part[], view: SinkView): CredentialOrigin | undefined {
  if (name !== 'authorization') return undefined;
  const hole = parts.find((p): p is OriginHole => p.kind === 'hole');
  const env = parts.flatMap((p) => (p.kind === 'hole' && p.name.startsWith('env:') ? [p.name.slice(4)] : []));
  const lead = leadingText(parts).trim().toLowerCase();
  const tokenKind = lead.startsWith('basic') ? 'basic' : lead.startsWith('bot') ? 'bot' : 'bearer';
  const at = hole?.at ?? { file: view.activation.module.file, start: 0, end: 0 };
  const [first] = env;
  if (first !== undefined) return { id: `env:${first}`, kind: 'env', tokenKind, env, at };
  if (!hole) return { id: 'literal', kind: 'literal', tokenKind, env, at };
  return {
    id: `${hole.reason}:${hole.name}`,
    kind: hole.reason === 'parameter' ? 'parameter' : 'unknown',
    tokenKind,
    env,
    at,
  };
}
