import { nodeAt } from '../../model/data-file.js';
import { manifestList, type ManifestSource } from '../manifest-source.js';

/** `oauth2.scopes` of a browser extension: what `identity.getAuthToken()` asks for. */
export const browserExtension: ManifestSource = {
  id: 'browser-extension',
  title: 'Manifest of a browser extension',
  docsUrl: 'https://developer.chrome.com/docs/extensions/reference/manifest/oauth2',
  files: /(?:^|\/)manifest(?:\.[\w-]+)?\.json$/,
  read: ({ file, root }) =>
    nodeAt(root, 'manifest_version')
      ? manifestList(file, nodeAt(root, 'oauth2', 'scopes'), {
          source: 'browser-extension',
          flow: 'user',
          host: 'accounts.google.com',
        })
      : [],
};
