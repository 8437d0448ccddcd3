/** A made-up API with OAuth scopes, as an OpenAPI document. */
export const musicCatalog = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Music', version: '1' },
  servers: [{ url: 'https://api.music.test' }],
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://accounts.music.test/authorize',
            tokenUrl: 'https://accounts.music.test/token',
            scopes: {
              'library-read': 'Read the library',
              'library-modify': 'Change the library',
              'profile-read-email': 'Read the address',
              play: 'Play',
            },
          },
        },
      },
    },
  },
  paths: {
    '/v1/library': {
      get: { security: [{ oauth: ['library-read'] }], responses: {} },
      put: { security: [{ oauth: ['library-modify'] }], responses: {} },
    },
    '/v1/me': { get: { security: [{ oauth: ['profile-read-email'] }], responses: {} } },
    '/v1/player': { put: { security: [{ oauth: ['play'] }], responses: {} } },
  },
});

export const musicConfig = `catalogs: [./music.json]
`;
