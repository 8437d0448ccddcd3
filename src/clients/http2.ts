import { argumentAt } from '../values/call.js';
import type { ClientModel } from './client-model.js';
import { argument, property, stepArguments, targets, withDefault } from './client-values.js';
import { sure, undefinedValue } from '../values/value.js';

/** Node's HTTP/2 client: `http2.connect(authority).request({ ':method': …, ':path': … })`. */
export const http2Model: ClientModel = {
  id: 'http2',
  title: 'Node http2',
  docsUrl: 'https://nodejs.org/api/http2.html#clienthttp2sessionrequestheaders-options',
  modules: ['http2'],
  types: ['http2#ClientHttp2Session', 'node:http2#ClientHttp2Session'],
  request(call) {
    if (!/^(?:(?:default\.)?connect\(\)|ClientHttp2Session\.new)\.request$/.test(call.path)) return undefined;
    const headers = argument(call, 0);
    const connect = stepArguments(
      call.callee,
      (step, before) => step.kind === 'call' && before.endsWith('connect'),
    );
    const authority = connect ? argumentAt(call.m, connect, 0) : sure(undefinedValue);
    return {
      targets: targets(
        call,
        withDefault(property(call, headers, ':method'), 'GET'),
        withDefault(property(call, headers, ':path'), '/'),
        authority,
      ),
      headers: [headers],
      ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
    };
  },
};
