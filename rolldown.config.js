import { defineConfig } from 'rolldown';

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
  output: { dir: 'dist', format: 'esm', chunkFileNames: 'src/[name].js', cleanDir: true },
});
