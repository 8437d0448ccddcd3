import type { CredentialOrigin } from '../../model/client-request.js';
import { force } from '../../values/evaluate.js';
import type { Machine } from '../../values/machine.js';
import { pathOf } from '../../values/path-of.js';
import { textOf, type Argument, type ExternalValue, type OriginHole, type Step } from '../../values/value.js';

export interface Kept {
  readonly kind: CredentialOrigin['kind'];
  /** The name under which the value is kept, as far as the code says. */
  readonly name: string;
}

/** A place where programs keep tokens: what leads to it, and what its values are called. */
interface Place {
  readonly kind: CredentialOrigin['kind'];
  readonly module: RegExp;
  readonly path: RegExp;
  /** The name where no argument gives one; else the last member. */
  readonly name?: string;
}

const places: readonly Place[] = [
  { kind: 'storage', module: /^global$/, path: /^(?:local|session)Storage\b/ },
  { kind: 'storage', module: /^global$/, path: /^(?:chrome|browser)\.storage\./ },
  {
    kind: 'storage',
    module: /^(?:@react-native-async-storage\/async-storage|react-native-mmkv|localforage|idb-keyval)$/,
    path: /./,
  },
  {
    kind: 'secret',
    module: /^(?:expo-secure-store|react-native-keychain|react-native-encrypted-storage|keytar)$/,
    path: /./,
  },
  {
    kind: 'cookie',
    module:
      /^(?:js-cookie|universal-cookie|react-cookie|nookies|cookies-next|next\/headers|cookie|tiny-cookie)$/,
    path: /cookie|^get|\.get|parse/i,
  },
  { kind: 'cookie', module: /^global$/, path: /^document\.cookie/, name: 'document.cookie' },
  {
    kind: 'session',
    module:
      /^(?:next-auth|@auth\/|@clerk\/|iron-session|@auth0\/|@supabase\/|@okta\/|react-oidc-context|oidc-client)/,
    path: /./,
  },
  { kind: 'session', module: /^@azure\/msal-/, path: /acquireToken|loginPopup|ssoSilent/, name: 'msal' },
  {
    kind: 'secret',
    module:
      /^(?:@aws-sdk\/client-(?:secrets-manager|ssm)|@google-cloud\/secret-manager|@azure\/keyvault-secrets|node-vault|@infisical\/sdk|@1password\/sdk)$/,
    path: /./,
  },
  { kind: 'config', module: /^(?:config|nconf|convict|rc|conf|electron-store|@nestjs\/config)$/, path: /./ },
  { kind: 'config', module: /^global$/, path: /^PropertiesService\./ },
  { kind: 'config', module: /^vscode$/, path: /^workspace\.getConfiguration/ },
  { kind: 'secret', module: /^vscode$/, path: /secrets\.get/ },
];

/** Functions that give what they are given in another form: `JSON.parse(secret).token`. */
const readers = /^(?:JSON\.parse|Buffer\.from|atob|decodeURIComponent|String|structuredClone)\(\)/;

/** Where a value that comes from outside is kept; undefined where that is no place of tokens. */
export function keptIn(m: Machine, value: ExternalValue): Kept | undefined {
  const path = pathOf(value.steps);
  if (readers.test(path)) return keptInside(m, value);
  const place = places.find((p) => p.module.test(value.module) && p.path.test(path));
  if (!place) return undefined;
  return { kind: place.kind, name: keyOf(m, value.steps) ?? place.name ?? memberName(value.steps) };
}

function keptInside(m: Machine, { steps }: ExternalValue): Kept | undefined {
  const call = steps.find((step) => step.kind === 'call');
  const read = call?.kind === 'call' ? call.args[0] : undefined;
  for (const { value } of read && !read.spread ? force(m, read.value) : []) {
    const kept = value.kind === 'external' ? keptIn(m, value) : undefined;
    if (kept) return kept;
  }
  return undefined;
}

/** What servers find on the request that they answer: `req.session.token`, `req.cookies.token`, `req.user.token`. */
export function requestMember({ path = [] }: OriginHole): Kept | undefined {
  const at = path.findIndex((key) => /^(?:session|cookies|signedCookies|user)$/.test(key));
  const name = path.at(-1);
  if (at === -1 || name === undefined || at === path.length - 1) return undefined;
  return { kind: /cookies/i.test(path[at] ?? '') ? 'cookie' : 'session', name };
}

/** The text that names the entry: the last that a call on the way was given, plain or as a property. */
function keyOf(m: Machine, steps: readonly Step[]): string | undefined {
  for (const step of [...steps].reverse()) {
    if (step.kind !== 'call' && step.kind !== 'new') continue;
    const key = textIn(m, step.args);
    if (key !== undefined) return key;
  }
  return undefined;
}

function textIn(m: Machine, args: readonly Argument[]): string | undefined {
  const [first] = args;
  for (const { value } of first && !first.spread ? force(m, first.value) : []) {
    const text = textOf(value);
    if (text !== undefined && text !== '') return text;
    if (value.kind === 'external') return keyOf(m, value.steps);
    if (value.kind !== 'object') continue;
    for (const name of ['SecretId', 'Name', 'name', 'secretName']) {
      const lazy = value.props.get(name);
      const named = lazy && force(m, lazy).flatMap((a) => textOf(a.value) ?? [])[0];
      if (named !== undefined) return named;
    }
  }
  return undefined;
}

function memberName(steps: readonly Step[]): string {
  const names = steps.flatMap((step) => (step.kind === 'member' ? [step.name] : []));
  return names.filter((name) => !/^(?:value|data|then|json)$/.test(name)).at(-1) ?? 'value';
}
