import type { TSESLint } from '@typescript-eslint/utils';
import { findingDefinitions } from '../src/findings/index.js';
import { inputsFingerprint, packageVersion } from '../src/session.js';
import { ruleFrom } from './from-finding.js';

/** Findings of one file; what speaks of a whole program is for the command alone. */
const definitions = findingDefinitions.filter((definition) => definition.scope === 'file');

interface Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Readonly<Record<string, TSESLint.RuleModule<string>>>;
  readonly configs: {
    /** What is wrong, and what is likely to be. */
    readonly recommended: TSESLint.FlatConfig.Config;
    /** Every rule, as an error. */
    readonly strict: TSESLint.FlatConfig.Config;
  };
}

const configs = {} as { -readonly [name in keyof Plugin['configs']]: Plugin['configs'][name] };

/** The ESLint plugin: one rule for each finding that stands in code. */
const plugin: Plugin = {
  meta: { name: 'leastscope', version: packageVersion(), namespace: 'leastscope' },
  rules: Object.fromEntries(definitions.map((definition) => [definition.id, ruleFrom(definition)])),
  configs,
};

/** Results that ESLint keeps under --cache are thrown away when its settings change: these do with config and catalogs. */
const cacheKey = (): TSESLint.FlatConfig.Settings => ({
  leastscope: { inputs: inputsFingerprint(process.cwd()) },
});

const plugins = { leastscope: plugin } as unknown as TSESLint.FlatConfig.Plugins;
configs.recommended = {
  name: 'leastscope/recommended',
  plugins,
  get settings() {
    return cacheKey();
  },
  rules: Object.fromEntries(
    definitions.flatMap(({ id, severity }) => (severity === 'off' ? [] : [[`leastscope/${id}`, severity]])),
  ),
};
configs.strict = {
  name: 'leastscope/strict',
  plugins,
  get settings() {
    return cacheKey();
  },
  rules: Object.fromEntries(definitions.map(({ id }) => [`leastscope/${id}`, 'error'])),
};

export default plugin;
// What `require('leastscope/eslint')` gives to a CommonJS config.
export { plugin as 'module.exports' };
