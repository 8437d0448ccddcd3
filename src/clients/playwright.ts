import type { ClientModel } from './client-model.js';
import { argument, fixed, stepArguments, targets, withDefault } from './client-values.js';
import { argumentAt } from '../values/call.js';
import { baseOption, described, option } from './options.js';
import { joinUrl } from './join-url.js';
import { entryOf } from './verbs.js';

const verbs: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
};
const context =
  /(?:^request\.newContext\(\)|^APIRequestContext\.new|(?:newPage\(\)|newContext\(\)|Page\.new|BrowserContext\.new)\.request)\.(\w+)$/;

/** Files of tests: what they send is the test's business. */
const isTest = (file: string): boolean =>
  /\.(?:test|spec|e2e)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|e2e|specs?)\//.test(file);

/** Playwright's `APIRequestContext`, in scripts that are no tests. */
export const playwrightModel: ClientModel = {
  id: 'playwright',
  title: 'Playwright APIRequestContext',
  docsUrl: 'https://playwright.dev/docs/api/class-apirequestcontext',
  modules: ['playwright', 'playwright-core', '@playwright/test'],
  types: [
    'playwright#APIRequestContext',
    'playwright-core#APIRequestContext',
    '@playwright/test#APIRequestContext',
    'playwright#Page',
    '@playwright/test#Page',
  ],
  request(call) {
    const member = context.exec(call.path)?.[1];
    if (member === undefined || isTest(call.site.activation.module.file)) return undefined;
    const verb = entryOf(verbs, member);
    if (verb === undefined && member !== 'fetch') return undefined;
    const options = argument(call, 1);
    const made = stepArguments(call.callee, (_, before) => before.endsWith('newContext'));
    const sources = [options, ...(made ? [argumentAt(call.m, made, 0)] : [])];
    const methods = verb === undefined ? withDefault(option(call, [options], 'method'), 'GET') : fixed(verb);
    const urls = joinUrl(call, argument(call, 0), baseOption(call, sources, 'baseURL'));
    return {
      targets: targets(call, methods, urls),
      ...described(call, [options], { query: ['params'], body: ['data', 'form', 'multipart'] }),
      headers: [...sources].reverse().map((source) => option(call, [source], 'headers', 'extraHTTPHeaders')),
    };
  },
};
