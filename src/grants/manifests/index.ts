import type { DataFile } from '../../model/data-file.js';
import type { GrantList } from '../../model/grant-list.js';
import type { ManifestSource } from '../manifest-source.js';
import { browserExtension } from './browser-extension.js';
import { envFile } from './env-file.js';
import { forgeManifest } from './forge.js';
import { githubApp } from './github-app.js';
import { shopifyApp } from './shopify-app.js';
import { slackManifest } from './slack.js';

/** Every kind of data file that says which scopes an app has. One line a kind. */
export const manifestSources: readonly ManifestSource[] = [
  browserExtension,
  envFile,
  forgeManifest,
  githubApp,
  shopifyApp,
  slackManifest,
];

/** Whether a file could be one that lists scopes. */
export const isManifest = (file: string): boolean =>
  !/(?:^|\/)node_modules\//.test(file) && manifestSources.some(({ files }) => files.test(file));

/** The lists in the data files of a project. */
export const manifestLists = (data: readonly DataFile[]): readonly GrantList[] =>
  data.flatMap((one) =>
    manifestSources.flatMap((source) => (source.files.test(one.file) ? source.read(one) : [])),
  );

/** Lists in code with the words that environment files give for the variables that they read. */
export const withEnvironment = (
  lists: readonly GrantList[],
  manifests: readonly GrantList[],
): readonly GrantList[] =>
  lists.map((list) => {
    const added = manifests.filter(
      ({ source, env }) => source === 'env-file' && env.some((name) => list.env.includes(name)),
    );
    return added.length === 0
      ? list
      : { ...list, scopes: [...list.scopes, ...added.flatMap(({ scopes }) => scopes)] };
  });
