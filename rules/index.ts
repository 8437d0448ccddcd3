import type { TSESLint } from '@typescript-eslint/utils';

/** The ESLint plugin. It has no rules yet. */
const plugin = {
  meta: { name: 'leastscope', namespace: 'leastscope' },
  rules: {},
} satisfies TSESLint.FlatConfig.Plugin & { meta: { namespace: string } };

export default plugin;
// What `require('leastscope/eslint')` gives to a CommonJS config.
export { plugin as 'module.exports' };
