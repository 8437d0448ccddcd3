import { combine, flatMap } from '../values/alternatives.js';
import { force } from '../values/evaluate.js';
import { cutAt, cutText, leadingText, type Part } from '../values/parts.js';
import { lazyValue, sure, textOf, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts, Target } from './client-model.js';
import { argument, partsOf } from './client-values.js';
import { readCurl, type CurlRequest } from './curl-arguments.js';
import { authorization, pair } from './options.js';
import { shellCommands, type Word } from './shell-words.js';

/** Functions that take a shell's line, and those that take a program and its arguments. */
const lines =
  /^(?:exec|execSync|execCommand|execaCommand|execaCommandSync|command|commandSync|\$|shell\.exec)$/;
const programs = /^(?:spawn|spawnSync|execFile|execFileSync|execa|execaSync|sync|default|)$/;

/** `curl` in a child process: a line of `exec`, or the arguments of `spawn`. */
export const curlModel: ClientModel = {
  id: 'curl',
  title: 'curl in a child process',
  docsUrl: 'https://curl.se/docs/manpage.html',
  modules: ['child_process', 'execa', 'cross-spawn', 'shelljs', 'zx'],
  request(call) {
    if (call.isNew) return undefined;
    const commands = lines.test(call.path)
      ? fromLine(call)
      : programs.test(call.path)
        ? fromProgram(call)
        : [];
    const requests = commands.flatMap(({ value: words, guards }) =>
      isCurl(words[0]) ? [{ value: readCurl(words.slice(1)), guards }] : [],
    );
    return requests.length === 0 ? undefined : parts(call, requests);
  },
};

const isCurl = (word: Word | undefined): boolean =>
  word?.length === 1 && /(?:^|[/\\])curl(?:\.exe)?$/.test(leadingText(word));

/** The commands of a line; of a tagged template its pieces and values make the line. */
function fromLine(call: ClientCall): Alternatives<readonly Word[]> {
  const text = flatMap(argument(call, 0), (value): Alternatives => {
    if (value.kind !== 'array') return sure(value);
    const pieces = value.items.flatMap((item, i) => [
      force(call.m, item),
      ...(i + 1 < value.items.length ? [argument(call, i + 1)] : []),
    ]);
    return flatMap(combine(pieces), (all) =>
      sure<Value>({ kind: 'string', parts: all.flatMap((v) => partsOf(call, v)) }),
    );
  });
  return text.flatMap(({ value, guards }) =>
    shellCommands(partsOf(call, value)).map((words) => ({ value: withoutPrefix(words), guards })),
  );
}

/** `NAME=value sudo curl …`. */
function withoutPrefix(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => !/^(?:\w+=|sudo$|time$|command$)/.test(leadingText(word)));
  return at <= 0 ? words : words.slice(at);
}

/** `spawn(program, args)`: each argument is a word as it stands. */
function fromProgram(call: ClientCall): Alternatives<readonly Word[]> {
  return flatMap(argument(call, 0), (program) =>
    textOf(program) === undefined
      ? []
      : flatMap(argument(call, 1), (list): Alternatives<readonly Word[]> => {
          if (list.kind !== 'array') return [];
          const words = combine(list.items.map((item) => force(call.m, item)));
          const open: Word[] = list.open ? [partsOf(call, list.open)] : [];
          return words.map(({ value, guards }) => ({
            value: [partsOf(call, program), ...value.map((v) => partsOf(call, v)), ...open],
            guards,
          }));
        }),
  );
}

function parts(call: ClientCall, requests: Alternatives<CurlRequest>): RequestParts {
  const targets = requests.flatMap(({ value, guards }) =>
    value.urls.map((url): { value: Target; guards: typeof guards } => ({
      value: { method: methodOf(value.method), url: withScheme(url) },
      guards,
    })),
  );
  const headers = requests.flatMap(({ value }) => [
    ...value.headers.flatMap((header): Alternatives[] => {
      const cut = cutAt(header, ':');
      const name = cut && leadingText(cut.before);
      return cut && name
        ? [sure(pair(name, lazyValue({ kind: 'string', parts: withoutSpace(cut.after) })))]
        : [];
    }),
    ...(value.basic
      ? [authorization(call, 'Basic', sure<Value>({ kind: 'string', parts: value.basic }))]
      : []),
  ]);
  return { targets, headers };
}

const withoutSpace = (list: readonly Part[]): Part[] =>
  list.map((p, i) => (i === 0 && p.kind === 'text' ? cutText(p, p.text.search(/\S|$/)) : p));

function methodOf(word: Word): Value {
  const [only] = word;
  return word.length === 1 && only?.kind === 'hole' ? only : { kind: 'string', parts: word };
}

/** curl takes `http` where the scheme is left out. */
function withScheme(url: Word): Part[] {
  const lead = leadingText(url);
  return lead === '' || /^[a-z][a-z0-9+.-]*:/i.test(lead)
    ? [...url]
    : [{ kind: 'text', text: 'http://' }, ...url];
}
