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

/** Short options that take a value, and the long ones that matter here; curl's manual page lists them. */
const shortWithValue = 'AbcCdDeEFhHKmoPQrtTuUwxXyYz';
const longWithValue: ReadonlySet<string> = new Set(
  (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie cookie-jar ' +
    'create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode dns-servers doh-url dump-header ech engine etag-compare etag-save ' +
    'expect100-timeout form form-string happy-eyeballs-timeout-ms header interface ipfs-gateway json keepalive-time key key-type limit-rate local-port ' +
    'login-options max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto ' +
    'proto-default proto-redir proxy proxy-header proxy-user quote range rate referer request request-target resolve retry retry-delay retry-max-time ' +
    'speed-limit speed-time stderr tls-max tls13-ciphers trace trace-ascii unix-socket upload-file url url-query user user-agent variable write-out'
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
