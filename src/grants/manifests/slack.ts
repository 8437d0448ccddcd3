import { nodeAt } from '../../model/data-file.js';
import { manifestList, type ManifestSource } from '../manifest-source.js';

/** `oauth_config.scopes` of a Slack app's manifest: the bot's, and those of the people who use it. */
export const slackManifest: ManifestSource = {
  id: 'slack-manifest',
  title: 'Manifest of a Slack app',
  docsUrl: 'https://docs.slack.dev/reference/app-manifest/',
  files: /(?:^|\/)[\w.-]*manifest[\w.-]*\.(?:json|ya?ml)$|(?:^|\/)slack\.(?:json|ya?ml)$/i,
  read({ file, root }) {
    const scopes = nodeAt(root, 'oauth_config', 'scopes');
    const facts = { source: 'slack-manifest', host: 'slack.com', provider: 'slack' } as const;
    return [
      ...manifestList(file, nodeAt(scopes, 'bot'), { ...facts, flow: 'app' }),
      ...manifestList(file, nodeAt(scopes, 'user'), { ...facts, flow: 'user' }),
    ];
  },
};
