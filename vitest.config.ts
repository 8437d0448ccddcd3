import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Fixtures are data: some hold files that look like tests.
    exclude: ['test/fixtures/**', 'node_modules/**'],
    testTimeout: 20_000,
    // They import JSON as bundlers read it.
    server: { deps: { inline: ['@actions/workflow-parser', '@actions/expressions'] } },
  },
});
