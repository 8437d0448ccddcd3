import type { CallGraph } from '../values/call-graph.js';
import { nameOfCallee } from '../values/holes.js';
import type { Machine } from '../values/machine.js';
import { noteKey } from '../values/reads.js';
import type { ExternalValue } from '../values/value.js';
import { isByHand } from './extract/by-hand.js';
import { isEmitter, isSender } from './extract/emitters.js';
import { passedTo, saysByName } from './extract/interest.js';
import { isLimiter } from './extract/passages.js';
import { isRetry } from './extract/retries-in-code.js';
import { isStream } from './extract/streams.js';
import { createSymbolBook } from './extract/symbol-book.js';
import { isSchedule } from './extract/triggers.js';
import { jobModels } from './schedules/index.js';

/** Whether what is known of a package says when, how often or how fast something runs. */
export const isTimed = (callee: ExternalValue): boolean =>
  isLimiter(callee) ||
  isRetry(callee) ||
  isSchedule(callee) ||
  isByHand(callee) ||
  isStream(callee) ||
  isEmitter(callee);

/** The index of files that say something of time to the rest of the program. */
export const timeIndex = 'time';

/**
 * Notes for who keeps answers which files may have a part in the load, whether or not they have it now: those that say
 * something of time, and of `files` those that pass functions on.
 */
export function notePartsInLoad(m: Machine, graph: CallGraph, files: Iterable<string>): void {
  passedTo({ m, graph, book: createSymbolBook() }, files);
  for (const { site, callee } of graph.external)
    if (isTimed(callee) || isSender(callee) || callee.module === 'undici')
      noteKey(m, timeIndex, '', site.module.file);
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    const says = module?.calls.some(({ callee }) => saysByName(nameOfCallee(callee, module))) === true;
    const isJob = jobModels.some((model) => model.files?.test(file) === true);
    if (says || isJob) noteKey(m, timeIndex, '', file);
  }
}
