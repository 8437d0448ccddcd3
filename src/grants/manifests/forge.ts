import { nodeAt } from '../../model/data-file.js';
import { manifestList, type ManifestSource } from '../manifest-source.js';

/** `permissions.scopes` of a Forge app's manifest.yml. */
export const forgeManifest: ManifestSource = {
  id: 'forge-manifest',
  title: 'Manifest of an Atlassian Forge app',
  docsUrl: 'https://developer.atlassian.com/platform/forge/manifest-reference/permissions/',
  files: /(?:^|\/)manifest\.ya?ml$/,
  read: ({ file, root }) =>
    manifestList(file, nodeAt(root, 'permissions', 'scopes'), {
      source: 'forge-manifest',
      flow: 'app',
      host: 'api.atlassian.com',
    }),
};
