import { asyncLibraryRetry } from './async.js';
import { asyncRetry } from './async-retry.js';
import { axiosRetry } from './axios-retry.js';
import { exponentialBackoff } from './exponential-backoff.js';
import { got } from './got.js';
import { ky } from './ky.js';
import type { RetryModel } from './model.js';
import { pRetry } from './p-retry.js';
import { undiciRetryAgent } from './undici.js';

/** Retrying clients whose behaviour is known; each is held by a probe that runs the library. */
export const retries: readonly RetryModel[] = [
  axiosRetry,
  got,
  ky,
  undiciRetryAgent,
  pRetry,
  asyncRetry,
  exponentialBackoff,
  asyncLibraryRetry,
];
