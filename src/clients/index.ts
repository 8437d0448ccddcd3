import { axiosModel } from './axios.js';
import type { ClientModel } from './client-model.js';
import { fetchLikeModel } from './fetch-like.js';
import { fetchModel } from './fetch.js';
import { gotModel } from './got.js';
import { http2Model } from './http2.js';
import { jqueryModel } from './jquery.js';
import { kyModel } from './ky.js';
import { needleModel } from './needle.js';
import { nodeHttpModel } from './node-http.js';
import { ofetchModel } from './ofetch.js';
import { requestModel } from './request.js';
import { superagentModel } from './superagent.js';
import { undiciModel } from './undici.js';
import { wretchModel } from './wretch.js';
import { xmlHttpRequestModel } from './xml-http-request.js';

/** Every HTTP client that is known, by id. One line a client. */
export const clientModels: readonly ClientModel[] = [
  axiosModel,
  fetchLikeModel,
  fetchModel,
  gotModel,
  http2Model,
  jqueryModel,
  kyModel,
  needleModel,
  nodeHttpModel,
  ofetchModel,
  requestModel,
  superagentModel,
  undiciModel,
  wretchModel,
  xmlHttpRequestModel,
];
