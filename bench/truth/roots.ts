/** For each package: the objects whose methods are its public API, made the way its readme says. */
import { stubText } from './stubs.js';

/** The loaded module with its default export laid over. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each package has its own shape, and running it is the check
export type Loaded = Record<string, any>;

export interface Scratch {
  readonly load: (name: string) => Promise<Loaded>;
}

export type Roots = Readonly<Record<string, unknown>>;

const instancesOf = (module: Loaded, names: RegExp, ...args: readonly unknown[]): Roots => {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== 'function' || !names.test(name)) continue;
    made[name] = Reflect.construct(value, args);
  }
  return made;
};

const host = 'https://host.test';

export const roots: Readonly<Record<string, (m: Loaded, scratch: Scratch) => Roots | Promise<Roots>>> = {
  'jira.js': (m) => {
    const config = { host, authentication: { basic: { email: 'a@b.test', apiToken: 't' } } };
    return {
      version2: new m.Version2Client(config),
      version3: new m.Version3Client(config),
      agile: new m.AgileClient(config),
      serviceDesk: new m.ServiceDeskClient(config),
    };
  },
  '@spotify/web-api-ts-sdk': (m) => ({
    client: m.SpotifyApi.withAccessToken('id', {
      access_token: 't',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'r',
    }),
  }),
  'spotify-web-api-node': (m) => ({
    client: new m.default({
      clientId: 'i',
      clientSecret: 's',
      redirectUri: host,
      accessToken: 't',
      refreshToken: 'r',
    }),
  }),
  '@notionhq/client': (m) => ({ client: new m.Client({ auth: 't' }) }),
  'do-wrapper': (m) => ({ client: new (m.default.default ?? m.default)('t') }),
  'figma-api': (m) => ({
    client: new m.Api({ personalAccessToken: 't' }),
    module: { oAuthToken: m.oAuthToken },
  }),
  '@linode/api-v4': async (m, scratch) => {
    // Bodies are checked before they are sent; stubs are no valid bodies.
    const yup = await scratch.load('yup');
    for (const schema of [yup.Schema ?? yup.BaseSchema, yup.default?.Schema])
      if (schema) schema.prototype.validateSync = (value: unknown) => value;
    return { module: m };
  },
  '@slack/web-api': (m) => ({
    client: new m.WebClient('t', { retryConfig: { retries: 0 }, logLevel: 'error' }),
  }),
  '@gitbeaker/rest': (m) => ({ client: new m.Gitlab({ token: 't', host }) }),
  'node-zendesk': (m) => {
    const options = { username: 'u', token: 't', remoteUri: `${host}/api/v2`, disableGlobalState: true };
    return {
      client: m.createClient(options),
      helpcenter: m.createClient({ ...options, remoteUri: `${host}/api/v2/help_center`, helpcenter: true }),
      voice: m.createClient({ ...options, remoteUri: `${host}/api/v2/channels/voice`, voice: true }),
      services: m.createClient({ ...options, remoteUri: `${host}/api/services/jira`, services: true }),
    };
  },
  'strava-v3': (m) => {
    m.default.config?.({ access_token: 't', client_id: 'i', client_secret: 's', redirect_uri: host });
    return {
      client: new m.default.client('t'),
      oauth: m.default.oauth,
      pushSubscriptions: m.default.pushSubscriptions,
    };
  },
  strava: (m) => ({
    client: new m.Strava(
      { client_id: 'i', client_secret: 's', refresh_token: 'r' },
      { access_token: 't', refresh_token: 'r', expires_at: 4e9 },
    ),
  }),
  '@octokit/rest': (m) => ({ client: { rest: new m.Octokit({ auth: 't' }).rest } }),
  '@hubspot/api-client': (m) => ({ client: new m.Client({ accessToken: 't' }) }),
  asana: (m) => {
    const client = new m.ApiClient();
    client.authentications.token.accessToken = 't';
    return instancesOf(m, /Api$/, client);
  },
  'twitter-api-v2': (m) => {
    const client = new m.TwitterApi({ appKey: 'k', appSecret: 's', accessToken: 't', accessSecret: 'x' });
    return { v1: client.v1, v2: client.v2 };
  },
  'shopify-api-node': (m) => ({
    client: new m.default({ shopName: 'shop', accessToken: 't' }),
    versioned: new m.default({ shopName: 'shop', accessToken: 't', apiVersion: stubText() }),
  }),
  'moviedb-promise': (m) => ({ client: new m.MovieDb('k', 'https://api.themoviedb.org/3/', 1e6) }),
  'tmdb-ts': (m) => ({ client: new m.TMDB('t') }),
  'hcloud-js': (m) => ({ client: new m.Client('t') }),
  'trello.js': (m) => ({
    client: m.createTrelloClient({ apiKey: 'k', apiToken: 't', auth: { apiKey: 'k', apiToken: 't' } }),
  }),
  resend: (m) => ({ client: new m.Resend('t') }),
  plaid: (m) => ({ client: new m.PlaidApi(new m.Configuration({ basePath: host })) }),
  'gitea-js': (m) => ({ client: m.giteaApi(host, { token: 't' }) }),
  'node-vault': (m) => ({ client: m.default({ endpoint: host, token: 't' }) }),
};
