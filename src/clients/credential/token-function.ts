import type { CredentialOrigin } from '../../model/client-request.js';
import { force } from '../../values/evaluate.js';
import type { Machine } from '../../values/machine.js';
import { pathOf } from '../../values/path-of.js';
import { toParts } from '../../values/to-string.js';
import type { ExternalValue, Lazy } from '../../values/value.js';
import { envIn } from './env-in.js';

/** A package whose function gives a client's own token; `clientId` is an argument of its constructor, and a member of that. */
interface TokenFunction {
  readonly module: RegExp;
  readonly path: RegExp;
  readonly clientId?: readonly [argument: number, ...path: string[]];
}

const functions: readonly TokenFunction[] = [
  { module: /^simple-oauth2$/, path: /^ClientCredentials\.new\.getToken\(\)/, clientId: [0, 'client', 'id'] },
  { module: /^@azure\/identity$/, path: /^ClientSecretCredential\.new\.getToken\(\)/, clientId: [1] },
  {
    module: /^@azure\/msal-node$/,
    path: /^ConfidentialClientApplication\.new\.acquireTokenByClientCredential\(\)/,
    clientId: [0, 'auth', 'clientId'],
  },
];

/** The client whose own token a package's function gave. */
export function fromTokenFunction(
  m: Machine,
  value: ExternalValue,
): Pick<CredentialOrigin, 'id' | 'kind' | 'env'> | undefined {
  const path = pathOf(value.steps);
  const known = functions.find((f) => f.module.test(value.module) && f.path.test(path));
  if (!known) return undefined;
  const made = value.steps.find((step) => step.kind === 'new');
  const env = made?.kind === 'new' && known.clientId ? envAt(m, made, known.clientId) : [];
  const [client] = env;
  const name = client === undefined ? value.module : `env:${client}`;
  return { id: `client-credentials:${name}`, kind: 'client-credentials', env };
}

type Made = Extract<ExternalValue['steps'][number], { kind: 'call' | 'new' }>;

function envAt(m: Machine, made: Made, [index, ...path]: readonly [number, ...string[]]): readonly string[] {
  const activation = made.call?.activation;
  const argument = made.args[index];
  if (!argument || !activation) return [];
  const ends = path.reduce<readonly Lazy[]>(
    (lazies, key) =>
      lazies.flatMap((lazy) =>
        force(m, lazy).flatMap(({ value }) => (value.kind === 'object' ? (value.props.get(key) ?? []) : [])),
      ),
    [argument.value],
  );
  return ends.flatMap((lazy) =>
    force(m, lazy).flatMap(({ value }) => envIn(m, toParts(m, value, undefined, activation))),
  );
}
