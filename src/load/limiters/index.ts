import { asyncLimits, asyncQueues, asyncSeries, asyncTasks } from './async.js';
import { sema, semaRateLimit } from './async-sema.js';
import { axiosRateLimit } from './axios-rate-limit.js';
import { bottleneck } from './bottleneck.js';
import { fastq, fastqPromise } from './fastq.js';
import { rateLimiter, tokenBucket } from './limiter.js';
import type { LimiterModel } from './model.js';
import { pAll, pSeries } from './p-all.js';
import { pLimit } from './p-limit.js';
import { pMap, pTimes } from './p-map.js';
import { pQueue } from './p-queue.js';
import { pThrottle } from './p-throttle.js';
import { concatMap, exhaustMap, mergeMap } from './rxjs.js';

/** Limiters whose behaviour is known; each is held by a probe that runs the library. */
export const limiters: readonly LimiterModel[] = [
  pLimit,
  pMap,
  pTimes,
  pAll,
  pSeries,
  pQueue,
  pThrottle,
  bottleneck,
  rateLimiter,
  tokenBucket,
  sema,
  semaRateLimit,
  ...asyncLimits,
  ...asyncSeries,
  ...asyncQueues,
  ...asyncTasks,
  fastq,
  fastqPromise,
  mergeMap,
  concatMap,
  exhaustMap,
  axiosRateLimit,
];
