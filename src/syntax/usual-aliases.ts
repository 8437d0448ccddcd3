import path from 'node:path';

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
