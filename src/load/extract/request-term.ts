import { functionsAt } from '../../values/builtins/callbacks.js';
import { textOf } from '../../values/value.js';
import type { Term } from '../term.js';
import { alternative, call as request, nothing } from '../term.js';
import { beforeRequest } from './before-requests.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { inTurn } from './loops.js';
import { codeOptions } from './options-in-code.js';
import { functionName, placeIn, startReading, valuesOf, withoutClass } from './reader.js';
import { inOrder } from './run.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** The request that a client's call sends, with what it does when that fails and with the functions that it is given. */
export function requestTerm(w: Walker, here: CallHere): Term {
  const { activation, index } = here;
  const requests = sentHere(w, here, w.sinks.at(activation.module.file, index, w.path)).map(request);
  const [only] = requests;
  if (only === undefined) return nothing;
  const sent = requests.length === 1 ? only : alternative(...requests);
  const callbacks = here.args.flatMap((_, i) =>
    functionsAt({ m: w.m, args: here.args, site: here }, i).map((fn) =>
      functionTerm(w, here, fn, undefined, `callback${i}`),
    ),
  );
  const before = beforeRequest(w, here);
  return inOrder(pagesOf(w, here, inOrder(before, w.retries.around(sent, activation, index))), ...callbacks);
}

/** Those of several requests of one call whose URL it is given in this round of the loops around. */
function sentHere(w: Walker, { call, activation }: CallHere, requests: readonly number[]): readonly number[] {
  const [url] = call.args;
  if (requests.length < 2 || url === undefined || url.spread) return requests;
  startReading(w.m);
  const texts = valuesOf(w, url.value, activation).map((value) => textOf(value)?.split(/[?#]/)[0]);
  if (texts.length === 0 || texts.some((text) => text === undefined || text === '')) return requests;
  const urls = requests.map((one) => w.sinks.urlOf(one));
  const fits = urls.map((known) => texts.some((text) => known?.endsWith(text ?? '')));
  // Each text is the URL of one of them, else something makes others of them.
  const isTold = texts.every((text) => urls.filter((known) => known?.endsWith(text ?? '')).length === 1);
  return isTold && !urls.includes(undefined) ? requests.filter((_, i) => fits[i]) : requests;
}

/** `got.paginate(…)` sends a request for each page, and no more than `requestLimit` where that is given. */
function pagesOf(w: Walker, { call, activation, args }: CallHere, term: Term): Term {
  const { module } = activation;
  if (!/(?:^|\.)paginate(?:\.(?:all|each))?$/.test(wordsOf(call.callee, module))) return term;
  const name = `${functionName(activation, activation.fn)}.pages`;
  const count = w.book.use({
    name,
    aliases: withoutClass(name),
    unit: 'count',
    least: 1,
    file: module.file,
    at: call.at[0],
    place: placeIn(module, call.at),
  });
  const most = codeOptions(w, args, activation).number(1, 'pagination', 'requestLimit');
  return inTurn(most ? { kind: 'minimum', of: [count, most] } : count, term);
}
