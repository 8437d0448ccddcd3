import { nodeAt } from '../../model/data-file.js';
import { manifestList, type ManifestSource } from '../manifest-source.js';

/** `access_scopes.scopes` of a Shopify app. */
export const shopifyApp: ManifestSource = {
  id: 'shopify-app',
  title: 'Configuration of a Shopify app',
  docsUrl: 'https://shopify.dev/docs/apps/build/cli-for-apps/app-configuration#access_scopes',
  files: /(?:^|\/)shopify\.app(?:\.[\w-]+)?\.toml$/,
  read: ({ file, root }) =>
    manifestList(file, nodeAt(root, 'access_scopes', 'scopes'), {
      source: 'shopify-app',
      provider: 'shopify',
      flow: 'user',
    }),
};
