import { nodeAt } from '../../model/data-file.js';
import { spanAt, type ManifestSource } from '../manifest-source.js';

/** `default_permissions` of a GitHub App, as `permission:level`. */
export const githubApp: ManifestSource = {
  id: 'github-app',
  title: 'Manifest of a GitHub App',
  docsUrl:
    'https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest#github-app-manifest-parameters',
  files: /(?:^|\/)(?:app\.ya?ml|[\w.-]*manifest[\w.-]*\.json)$/,
  read({ file, root }) {
    const permissions = nodeAt(root, 'default_permissions');
    if (permissions?.kind !== 'map') return [];
    const scopes = permissions.entries.flatMap(({ key, at, value }) =>
      value.kind === 'text' && value.text !== 'none'
        ? [{ name: `${key}:${value.text}`, span: spanAt(file, at) }]
        : [],
    );
    const span = spanAt(file, permissions.at);
    const facts = { source: 'github-app', provider: 'github', flow: 'app', host: 'github.com' } as const;
    return scopes.length === 0 ? [] : [{ ...facts, scopes, complete: true, span, clientEnv: [], env: [] }];
  },
};
