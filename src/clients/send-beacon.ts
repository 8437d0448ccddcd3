import type { ClientModel } from './client-model.js';
import { argument, fixed, targets } from './client-values.js';

/** `navigator.sendBeacon(url, data)`: always a POST. */
export const sendBeaconModel: ClientModel = {
  id: 'send-beacon',
  title: 'Beacon',
  docsUrl: 'https://developer.mozilla.org/docs/Web/API/Navigator/sendBeacon',
  modules: ['global'],
  request(call) {
    if (call.callee.module !== 'global' || call.path !== 'navigator.sendBeacon') return undefined;
    return { targets: targets(call, fixed('POST'), argument(call, 0)), headers: [] };
  },
};
