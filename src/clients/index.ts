import { actionsHttpModel } from './actions-http.js';
import { angularHttpModel } from './angular-http.js';
import { angularjsModel } from './angularjs.js';
import { atlassianConnectModel } from './atlassian-connect.js';
import { axiosModel } from './axios.js';
import { blobUtilModel } from './blob-util.js';
import { capacitorHttpModel } from './capacitor-http.js';
import type { ClientModel } from './client-model.js';
import { curlModel } from './curl.js';
import { eventSourceModel } from './event-source.js';
import { fetchModel } from './fetch.js';
import { fetchLikeModel } from './fetch-like.js';
import { forgeModel } from './forge.js';
import { gaxiosModel } from './gaxios.js';
import { gotModel } from './got.js';
import { http2Model } from './http2.js';
import { jqueryModel } from './jquery.js';
import { kyModel } from './ky.js';
import { microsoftGraphModel } from './microsoft-graph.js';
import { miniProgramModel } from './mini-program.js';
import { n8nModel } from './n8n.js';
import { needleModel } from './needle.js';
import { nestHttpModel } from './nest-http.js';
import { nodeHttpModel } from './node-http.js';
import { obsidianModel } from './obsidian.js';
import { octokitModel } from './octokit.js';
import { ofetchModel } from './ofetch.js';
import { openapiFetchModel } from './openapi-fetch.js';
import { openapiReactQueryModel } from './openapi-react-query.js';
import { openapiTypescriptFetchModel } from './openapi-typescript-fetch.js';
import { playwrightModel } from './playwright.js';
import { requestModel } from './request.js';
import { restDataSourceModel } from './rest-data-source.js';
import { rtkQueryModel } from './rtk-query.js';
import { sendBeaconModel } from './send-beacon.js';
import { slackModel } from './slack.js';
import { superagentModel } from './superagent.js';
import { undiciModel } from './undici.js';
import { urlFetchAppModel } from './url-fetch-app.js';
import { userscriptModel } from './userscript.js';
import { wretchModel } from './wretch.js';
import { xmlHttpRequestModel } from './xml-http-request.js';
import { zapierModel } from './zapier.js';

/** Every HTTP client that is known, by id. One line a client. */
export const clientModels: readonly ClientModel[] = [
  actionsHttpModel,
  angularHttpModel,
  angularjsModel,
  atlassianConnectModel,
  axiosModel,
  blobUtilModel,
  capacitorHttpModel,
  curlModel,
  eventSourceModel,
  fetchLikeModel,
  fetchModel,
  forgeModel,
  gaxiosModel,
  gotModel,
  http2Model,
  jqueryModel,
  kyModel,
  microsoftGraphModel,
  miniProgramModel,
  n8nModel,
  needleModel,
  nestHttpModel,
  nodeHttpModel,
  obsidianModel,
  octokitModel,
  ofetchModel,
  openapiFetchModel,
  openapiReactQueryModel,
  openapiTypescriptFetchModel,
  playwrightModel,
  requestModel,
  restDataSourceModel,
  rtkQueryModel,
  sendBeaconModel,
  slackModel,
  superagentModel,
  undiciModel,
  urlFetchAppModel,
  userscriptModel,
  wretchModel,
  xmlHttpRequestModel,
  zapierModel,
];
