import { createHash } from 'node:crypto';
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
  external: /^[^./]/,
  plugins: [buildHash],
  output: { dir: 'dist', format: 'esm', chunkFileNames: 'src/[name].js', cleanDir: true },
});
