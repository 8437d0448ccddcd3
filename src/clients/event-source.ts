import type { ClientModel } from './client-model.js';
import { argument, fixed, targets } from './client-values.js';

/** `new EventSource(url)`: always a GET. */
export const eventSourceModel: ClientModel = {
  id: 'event-source',
  title: 'EventSource',
  docsUrl: 'https://developer.mozilla.org/docs/Web/API/EventSource',
  modules: ['global', 'eventsource'],
  request(call) {
    const isGlobal = call.callee.module === 'global';
    if (!call.isNew || !(isGlobal ? ['EventSource'] : ['', 'default', 'EventSource']).includes(call.path))
      return undefined;
    return { targets: targets(call, fixed('GET'), argument(call, 0)), headers: [] };
  },
};
