import { manifestList, type ManifestSource } from '../manifest-source.js';

/** `OT_SCOPES=…` in an environment file: what whoever made the credential was to grant. */
export const envFile: ManifestSource = {
  id: 'env-file',
  title: 'List in an environment file',
  docsUrl: 'https://www.dotenv.org/docs/security/env',
  files: /(?:^|\/)\.env(?:\.[\w.-]+)?$/,
  read: ({ file, root }) =>
    root.kind === 'map'
      ? root.entries.flatMap(({ key, value }) =>
          /(?:^|_)SCOPES?$/i.test(key)
            ? manifestList(file, value, { source: 'env-file', flow: 'app' }).map((list) => ({
                ...list,
                env: [key],
              }))
            : [],
        )
      : [],
};
