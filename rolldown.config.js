import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { defineConfig } from 'rolldown';

/** A hash of all the code, which would take each run longer than a small scan: `session/build-hash.ts` reads it. */
const buildHash = {
  name: 'build-hash',
  generateBundle(_, bundle) {
    const hash = createHash('sha256');
    for (const name of Object.keys(bundle).sort()) hash.update(`${name}\0${bundle[name].code}\0`);
    this.emitFile({ type: 'asset', fileName: 'build-hash', source: hash.digest('hex').slice(0, 20) });
  },
};

/** Packages that are in CommonJS, also. */
const required = [
  ...['commander', 'croner', 'ignore', 'jsonc-parser', 'oxc-resolver', 'picomatch', 'smol-toml'],
  ...['tinyglobby', 'valibot'],
];

/**
 * Requires packages instead of importing them: for an import Node reads the names of their exports out of their text,
 * by a parser that it has to load for that, and looks for files in slower ways.
 */
const requiring = {
  name: 'requiring',
  resolveId: (source) => (required.includes(source) ? `\0${source}` : null),
  load(id) {
    const name = id.slice(1);
    if (id[0] !== '\0' || !required.includes(name)) return null;
    const names = Object.keys(createRequire(import.meta.url)(name)).filter((one) => one !== 'default');
    return `import { createRequire } from 'node:module';
      const all = createRequire(import.meta.url)('${name}');
      export default all;
      const { ${names.map((one) => `${one}: $${one}`).join(', ')} } = all;
      export { ${names.map((one) => `$${one} as ${one}`).join(', ')} };`;
  },
};

const isOutside = (id) => /^[^./\0]/.test(id) && !required.includes(id);

/**
 * One file for each entry, and a few that they share: Node takes longer to find and read hundreds of small modules than
 * leastscope takes for a small project. Packages stay outside; `tsc` writes the declarations.
 */
export default defineConfig({
  input: {
    'src/index': 'src/index.ts',
    'src/cli/main': 'src/cli/main.ts',
    'rules/index': 'rules/index.ts',
    // What a thread runs lies beside the module that starts it.
    'src/lower-many': 'src/syntax/lower-many.ts',
    'src/lower-thread': 'src/syntax/lower-thread.ts',
  },
  platform: 'node',
  external: isOutside,
  plugins: [requiring, buildHash],
  output: { dir: 'dist', format: 'esm', chunkFileNames: 'src/[name].js', cleanDir: true },
});
