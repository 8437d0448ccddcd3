import { prepareFetchers } from './builtins/swr-config.js';
import { prepareElements } from './component-props.js';
import { prepareFieldNames } from './field-changes.js';
import { prepareInjections } from './injected.js';
import { methodsCalledForEffect, type Machine } from './machine.js';
import { prepareProvisions } from './provided.js';
import { prepareCallNames } from './runs.js';
import { prepareStores } from './stores.js';
import { prepareMethodNames } from './waited-for.js';

/** Makes the indexes that nobody has asked for yet, so that of each file all entries are known. */
export function finishIndexes(m: Machine): void {
  prepareStores(m);
  prepareInjections(m);
  prepareProvisions(m);
  prepareElements(m);
  prepareFieldNames(m);
  prepareMethodNames(m);
  prepareCallNames(m);
  prepareFetchers(m);
  methodsCalledForEffect(m);
}
