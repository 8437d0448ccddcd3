import { paths } from '../platform/paths.js';
import { send } from '../platform/send.js';

export interface PrivacyRequest {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly requestTypes: readonly ('access' | 'deletion')[];
}

const ACCESS_TEMPLATE = 'b0f7a3c2-6f5e-4d1a-9a57-0c8f7d1f2e61';

/** Opens a request; the platform answers with an id to ask for the outcome. */
export const openRequest = (request: PrivacyRequest) =>
  send<{ requestTraceId: string }>('POST', paths.openRequest(ACCESS_TEMPLATE), { body: request });

export const requestStatus = (traceId: string) =>
  send<{ reference: string; status: string }>('GET', paths.requestStatus(traceId));

/** Open requests of one person, by mail address. */
export const findRequests = (email: string, language = 'en-us') =>
  send<{ content: { reference: string }[] }>('POST', paths.searchRequests(language), {
    body: { term: email },
    query: { page: '0', size: '20' },
  });
