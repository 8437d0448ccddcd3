import path from 'node:path';
import { packageOf } from '../model/package-name.js';

/**
 * Aliases that frameworks come with or generate the config of, so that no file of the project says them: `@` of
 * [Vue CLI](https://cli.vuejs.org/guide/webpack.html), `@`, `~`, `@@` and `~~` of
 * [Nuxt](https://nuxt.com/docs/api/configuration/nuxt-config#alias), `$lib` of
 * [SvelteKit](https://svelte.dev/docs/kit/$lib). No package can have such a name.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  '@': ['src', 'app', '.'],
  '~': ['src', 'app', '.'],
  '@@': ['.'],
  '~~': ['.'],
  $lib: ['src/lib'],
};

/** Where a specifier with a usual alias may lie in the package at `folder`. */
export function behindUsualAlias(folder: string, specifier: string): readonly string[] {
  const [alias = '', ...rest] = specifier.split('/');
  const places = Object.hasOwn(folders, alias) && rest.length > 0 ? (folders[alias] ?? []) : [];
  return places.map((place) => path.join(folder, place, ...rest));
}

const listsOfPackages = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

/**
 * Where a specifier that names no listed package may lie: below the folder that bundlers, Babel and `NODE_PATH` are told
 * to look in, in settings that only running them would tell. A name alone says too little.
 */
export const belowRoot = (folder: string, specifier: string): readonly string[] =>
  /^\w[^:]*\//.test(specifier) ? [path.join(folder, 'src', specifier), path.join(folder, specifier)] : [];

/** Whether a package file lists the package that a specifier names. */
export function isListed(json: Readonly<Record<string, unknown>>, specifier: string): boolean {
  const name = packageOf(specifier);
  return listsOfPackages.some((list) => {
    const listed = json[list];
    return typeof listed === 'object' && listed !== null && Object.hasOwn(listed, name);
  });
}
