/** Where a package's source stands, relative to the installed package. */
export type SourceSpec =
  /** Folders or files that are published as written. */
  | { readonly kind: 'published'; readonly paths: readonly string[] }
  /** The text that source maps carry, found in `*.map` files below `maps`. */
  | { readonly kind: 'source-maps'; readonly maps: string };

/** An API client whose real requests are compared with the static result. */
export interface TruthPackage {
  readonly name: string;
  readonly version: string;
  /** How it sends and how it is written, for the table. */
  readonly style: string;
  readonly source: SourceSpec;
  /** Packages of the same project that hold part of the source; laid out with it as one workspace. */
  readonly companions?: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** Method paths that are no calls of the API: generic senders and setters whose argument is the URL itself. */
  readonly skip?: RegExp;
  /** Methods take one id or an array of ids and send another request for the array. */
  readonly arrays?: true;
  /** Base paths that a caller's setting, or a default that the code reads from one, puts before the path. */
  readonly bases?: readonly string[];
  /** The scanned source is the package's ES module, so that is what runs. */
  readonly esm?: true;
}

const published = (...paths: string[]): SourceSpec => ({ kind: 'published', paths });

/**
 * Chosen before any result was seen: public API clients with readable published source, one for each
 * HTTP client and way of writing we knew. Minified and proxy-only packages are left out.
 */
export const packages: readonly TruthPackage[] = [
  {
    name: 'jira.js',
    version: '5.4.0',
    style: 'axios.create, config objects, injected client (TypeScript)',
    source: published('src'),
    skip: /sendRequest/,
  },
  {
    name: '@spotify/web-api-ts-sdk',
    version: '1.2.0',
    style: 'fetch in a config object, endpoint classes (TypeScript)',
    bases: ['/v1'],
    source: published('src'),
    arrays: true,
    skip: /makeRequest|(get|post|put|delete)Request$/,
  },
  {
    name: 'spotify-web-api-node',
    version: '5.0.2',
    style: 'superagent, builder chains, method as function value (CommonJS)',
    source: published('src'),
  },
  {
    name: '@notionhq/client',
    version: '5.26.0',
    style: 'fetch, endpoints as data with path functions (TypeScript)',
    bases: ['/v1'],
    source: { kind: 'source-maps', maps: 'build/src' },
    skip: /^client\.(request|streamRequest)$/,
  },
  {
    name: 'do-wrapper',
    version: '4.5.1',
    style: 'got, options objects, base class (TypeScript)',
    bases: ['/v2'],
    source: published('src'),
  },
  {
    name: 'figma-api',
    version: '1.12.0',
    style: 'axios, free functions called on `this` (ES5 build)',
    bases: ['/v1'],
    source: published(
      'lib/index.js',
      'lib/api-class.js',
      'lib/api-funcs.js',
      'lib/api-types.js',
      'lib/ast-types.js',
      'lib/config.js',
      'lib/utils.js',
    ),
    skip: /\.request$/,
  },
  {
    name: '@linode/api-v4',
    version: '0.158.0',
    style: 'axios, composed setter functions (ESM bundle)',
    esm: true,
    bases: ['/v4', '/v4beta'],
    source: published('lib/index.js'),
  },
  {
    name: '@slack/web-api',
    version: '8.2.0',
    style: 'fetch, methods bound to `apiCall` by name (CommonJS build)',
    bases: ['/api'],
    source: published('dist'),
    skip: /^client\.(apiCall|paginate)$/,
  },
  {
    name: '@gitbeaker/rest',
    version: '43.8.0',
    style: 'fetch, injected requester, tagged templates, resource classes (ESM bundles)',
    esm: true,
    bases: ['/api/v4'],
    source: published('dist/index.mjs'),
    companions: [
      { name: '@gitbeaker/core', paths: ['dist/index.mjs'] },
      { name: '@gitbeaker/requester-utils', paths: ['dist/index.mjs'] },
    ],
    skip: /requester\./,
  },
  {
    name: 'node-zendesk',
    version: '2.2.0',
    style: 'request, path arrays, util.inherits (CommonJS)',
    bases: ['/api/v2', '/api/v2/help_center', '/api/v2/channels/voice', '/api/services/jira'],
    source: published('lib'),
    skip: /\.options\.|\.(request|requestAll|requestUpload|rawRequest|get|post|put|patch|delete)$/,
  },
  {
    name: 'strava-v3',
    version: '4.0.2',
    style: 'axios, prototype methods, injected client (CommonJS)',
    bases: ['/api/v3'],
    source: published('index.js', 'axiosUtility.js', 'lib'),
    skip: /\.client\.|Endpoint$/,
  },
  {
    name: 'strava',
    version: '3.1.0',
    style: 'fetch, endpoint objects, resource classes (TypeScript)',
    esm: true,
    bases: ['/api/v3'],
    source: { kind: 'source-maps', maps: 'dist' },
    skip: /^client\.request\./,
  },
  {
    name: '@octokit/rest',
    version: '22.0.1',
    style: 'fetch, a table of routes behind a proxy (ESM)',
    esm: true,
    source: published('dist-src'),
    companions: [
      { name: '@octokit/plugin-rest-endpoint-methods', paths: ['dist-src'] },
      { name: '@octokit/core', paths: ['dist-src'] },
      { name: '@octokit/request', paths: ['dist-bundle'] },
      { name: '@octokit/endpoint', paths: ['dist-bundle'] },
    ],
    skip: /\.endpoint|^client\.(request|graphql)/,
  },
  {
    name: '@hubspot/api-client',
    version: '14.0.1',
    style: 'fetch, openapi-generator request contexts (CommonJS build)',
    source: published('lib'),
    skip: /apiRequest$|\.api\./,
  },
  {
    name: 'asana',
    version: '3.2.0',
    style: 'superagent, swagger-codegen callApi (ESM)',
    bases: ['/api/1.0'],
    source: published('src'),
    skip: /\.apiClient\./,
  },
  {
    name: 'twitter-api-v2',
    version: '1.29.1',
    style: 'node https, `:id` routes, class hierarchy (CommonJS build)',
    bases: ['/1.1', '/2', '/labs/2'],
    source: published('dist/cjs'),
    skip: /\.(get|post|put|patch|delete|getStream|postStream|send|sendStream)$/,
  },
  {
    name: 'shopify-api-node',
    version: '3.15.0',
    style: 'got, mixed-in prototype methods, URL objects (CommonJS)',
    source: published('index.js', 'mixins', 'resources'),
    skip: /^(?:client|versioned)\.request$|buildUrl/,
  },
  {
    name: 'moviedb-promise',
    version: '4.0.8',
    style: 'axios.request, `:id` routes, queue (CommonJS build)',
    bases: ['/3'],
    source: published('dist'),
    skip: /makeRequest/,
  },
  {
    name: 'tmdb-ts',
    version: '2.3.0',
    style: 'fetch behind a field, endpoint classes (CommonJS build)',
    bases: ['/3'],
    source: published('dist'),
    skip: /api\.(get|post|delete)$/,
  },
  {
    name: 'hcloud-js',
    version: '1.4.1',
    style: 'axios instance called as a function (CommonJS)',
    bases: ['/v1'],
    source: published('lib'),
    skip: /\.axios/,
  },
  {
    name: 'trello.js',
    version: '2.2.0',
    style: 'fetch, functions over an injected client (ESM build)',
    esm: true,
    bases: ['/1'],
    source: published('dist'),
    skip: /sendRequest/,
  },
  {
    name: 'resend',
    version: '6.38.0',
    style: 'fetch, resource classes over get/post wrappers (ESM bundle)',
    esm: true,
    source: published('dist/index.mjs'),
    skip: /^client\.(get|post|put|patch|delete|fetchRequest)$|resend\./,
  },
  {
    name: 'plaid',
    version: '47.0.0',
    style: 'axios, openapi-generator typescript-axios (TypeScript)',
    source: published('api.ts', 'base.ts', 'common.ts', 'configuration.ts', 'index.ts'),
  },
  {
    name: 'gitea-js',
    version: '1.23.0',
    style: 'fetch, swagger-typescript-api (ESM bundle)',
    esm: true,
    bases: ['/api/v1'],
    source: published('dist/index.mjs'),
    skip: /^client\.request$/,
  },
  {
    name: 'node-vault',
    version: '0.12.0',
    style: 'axios, a table of commands with Mustache paths (CommonJS)',
    bases: ['/v1'],
    source: published('src'),
    skip: /^client\.(request|read|write|list|delete|update|help)$/,
  },
];
