import type { ClientModel } from './client-model.js';
import { argument, lazyArgument, targets } from './client-values.js';

const fetches = /^(?:(?:default|ReactNativeBlobUtil)\.)?(?:config\(\)\.)?fetch$/;

/** `fetch(method, url, headers, body)` of react-native-blob-util and of the packages that it continues. */
export const blobUtilModel: ClientModel = {
  id: 'blob-util',
  title: 'react-native-blob-util',
  docsUrl: 'https://github.com/RonRadtke/react-native-blob-util#readme',
  modules: ['react-native-blob-util', 'rn-fetch-blob', 'react-native-fetch-blob'],
  request(call) {
    if (call.isNew || !fetches.test(call.path)) return undefined;
    const body = lazyArgument(call, 3);
    return {
      targets: targets(call, argument(call, 0), argument(call, 1)),
      headers: [argument(call, 2)],
      ...(body ? { body } : {}),
    };
  },
};
