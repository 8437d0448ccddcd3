import { endReads } from '../values/reads.js';
import { begin, recall, remember } from '../values/remember.js';
import type { ExternalCallee, Site } from '../values/outcome.js';
import type { Machine } from '../values/machine.js';
import type { Activation } from '../values/value.js';
import { viewAnew, type SinkView } from './candidate.js';
import type { ClientModel } from './client-model.js';

/** A view, and what it is one of. */
interface Seen {
  readonly models: readonly ClientModel[];
  readonly called: ExternalCallee;
  readonly view: SinkView;
}

/** The last view of each call of an activation, by the call's index. */
const views = new WeakMap<Activation, Map<number, Seen>>();

/**
 * Reads a sink in the context of an activation; undefined when the call is no request there. Many ways lead to one
 * activation, and all are gone again for each context that is stuck: most views are asked for time and again.
 */
export function viewSink(
  m: Machine,
  models: readonly ClientModel[],
  site: Site,
  called: ExternalCallee,
): SinkView | undefined {
  const { activation, index } = site;
  const kept = views.get(activation) ?? new Map<number, Seen>();
  views.set(activation, kept);
  const known = recall(m, kept, index);
  if (known?.models === models && isSame(known.called, called)) return known.view;
  const begun = begin(m, kept, index);
  const view = viewAnew(m, models, site, called);
  if (view) remember(m, kept, index, { models, called, view }, begun);
  else endReads(m, begun.outer);
  return view;
}

const isSame = (a: ExternalCallee, b: ExternalCallee): boolean =>
  a.callee === b.callee && a.guards === b.guards && a.isNew === b.isNew;
