import type { Part } from '../values/parts.js';
import type { Word } from './shell-words.js';

/** What a curl command sends. */
export interface CurlRequest {
  /** The word after `-X`, or what other options imply. */
  readonly method: Word;
  readonly urls: readonly Word[];
  readonly headers: readonly Word[];
  readonly basic: Word | undefined;
}

/** Short options that take a value, and the long ones that matter here; `curl --help all` lists them. */
const shortWithValue = 'AbcCdDeEFhHKmoPQrtTuUwxXyYz';
const longWithValue: ReadonlySet<string> = new Set(
  (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config ' +
    'connect-timeout connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data ' +
    'data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr ' +
    'dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save ' +
    'expect100-timeout form form-string happy-eyeballs-timeout-ms header hsts interface ' +
    'ipfs-gateway json keepalive-time key key-type krb libcurl limit-rate local-port login-options ' +
    'max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir ' +
    'parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert ' +
    'proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key ' +
    'proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers ' +
    'proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote ' +
    'random-file range rate referer request request-target resolve retry retry-delay ' +
    'retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service ' +
    'socks5-hostname speed-limit speed-time stderr time-cond tls-max tls13-ciphers tlsauthtype ' +
    'tlspassword tlsuser trace trace-ascii unix-socket upload-file url url-query user user-agent ' +
    'variable write-out'
  ).split(' '),
);
const shortNames: Readonly<Record<string, string>> = {
  X: 'request',
  d: 'data',
  F: 'form',
  T: 'upload-file',
  I: 'head',
  G: 'get',
  H: 'header',
  u: 'user',
};

interface Option {
  readonly name: string;
  readonly value: Word;
}

/** Reads the words after `curl`. */
export function readCurl(words: readonly Word[]): CurlRequest {
  const { options, urls } = separate(words);
  const of = (name: string): Word[] => options.filter((o) => o.name === name).map((o) => o.value);
  const has = (pattern: RegExp): boolean => options.some((o) => pattern.test(o.name));
  const implied = has(/^get$/)
    ? 'GET'
    : has(/^head$/)
      ? 'HEAD'
      : has(/^upload-file$/)
        ? 'PUT'
        : has(/^(?:data|json|form)/)
          ? 'POST'
          : 'GET';
  return {
    method: of('request').at(-1) ?? [{ kind: 'text', text: implied }],
    urls: [...of('url'), ...urls],
    headers: of('header'),
    basic: of('user').at(-1),
  };
}

function separate(words: readonly Word[]): { options: Option[]; urls: Word[] } {
  const options: Option[] = [];
  const urls: Word[] = [];
  const queue = [...words];
  for (let word = queue.shift(); word; word = queue.shift()) {
    const [first] = word;
    const lead = first?.kind === 'text' ? first.text : '';
    if (lead.startsWith('>')) {
      // The file's name is joined to the sign, or is the next word.
      if (lead === '>' && word.length === 1) queue.shift();
    } else if (lead.startsWith('--')) {
      const name = lead.slice(2);
      options.push({ name, value: longWithValue.has(name) ? (queue.shift() ?? []) : [] });
    } else if (lead.startsWith('-') && lead !== '-') options.push(...shortOptions(word, lead, queue));
    else urls.push(word);
  }
  return { options, urls };
}

/** `-sSXPOST`: flags one after the other; the first that takes a value takes the rest of the word, or the next one. */
function shortOptions(word: Word, lead: string, queue: Word[]): Option[] {
  const out: Option[] = [];
  for (let i = 1; i < lead.length; i++) {
    const flag = lead[i] ?? '';
    const name = shortNames[flag] ?? flag;
    if (!shortWithValue.includes(flag)) {
      out.push({ name, value: [] });
      continue;
    }
    const own: Part[] = [
      ...(i + 1 < lead.length ? [{ kind: 'text' as const, text: lead.slice(i + 1) }] : []),
      ...word.slice(1),
    ];
    out.push({ name, value: own.length > 0 ? own : (queue.shift() ?? []) });
    return out;
  }
  return out;
}
