import type { GrantList } from '../../model/grant-list.js';
import { force } from '../../values/evaluate.js';
import { noGuards } from '../../values/guards.js';
import { toParts } from '../../values/to-string.js';
import type { Lazy } from '../../values/value.js';
import { wordListOf } from '../../values/word-list.js';
import { queryParameter } from '../../values/query-parameter.js';
import type { GrantSource, PackageCall } from '../grant-source.js';
import {
  envOf,
  firstText,
  hostAt,
  lazyMember,
  lazyOption,
  listsOf,
  membersOf,
  option,
  spanOf,
  wordsOf,
  type ListFacts,
} from '../read-call.js';

const providerModule = /^(?:next-auth|@auth\/[a-z-]+|@hono\/auth-js)\/providers\/([a-z0-9-]+)$/;

/** Providers of Auth.js: `Spotify({ authorization: { params: { scope } } })`, or a URL in its place. */
export const nextAuth: GrantSource = {
  id: 'next-auth',
  title: 'Auth.js (NextAuth.js)',
  docsUrl: 'https://authjs.dev/guides/configuring-oauth-providers',
  modules: /^(?:next-auth|@auth\/[a-z-]+|@hono\/auth-js)(?:\/|$)/,
  read(call) {
    const provider = providerModule.exec(call.callee.module)?.[1];
    const own = lazyOption(call, 0);
    if (!own) return [];
    if (provider !== undefined) return ofProvider(call, own, provider);
    // Providers that are written as objects stand in the list that the library is given.
    return membersOf(call, option(call, 0), ['providers']).flatMap(({ value }) =>
      value.kind === 'array'
        ? value.items.flatMap((item) => {
            const id = force(call.m, item)[0]?.value;
            if (id?.kind !== 'object') return [];
            const name = firstText(membersOf(call, [{ value: id, guards: noGuards }], ['id']));
            return ofProvider(call, item, name);
          })
        : [],
    );
  },
};

function ofProvider(call: PackageCall, own: Lazy, provider: string | undefined): readonly GrantList[] {
  const authorization = lazyMember(call, own, ['authorization']);
  const options = force(call.m, own);
  const facts: ListFacts = {
    source: 'next-auth',
    flow: 'user',
    signsIn: true,
    clientEnv: envOf(call, membersOf(call, options, ['clientId'])),
    ...(provider === undefined ? {} : { provider }),
  };
  if (!authorization) return [];
  const values = force(call.m, authorization);
  const host = hostAt(call, [...values, ...membersOf(call, values, ['url'])]);
  const withHost = { ...facts, ...(host === undefined ? {} : { host }) };
  const parameter = lazyMember(call, authorization, ['params', 'scope']);
  if (parameter) return listsOf(call, wordsOf(call, parameter), withHost);
  return values.flatMap(({ value }) => {
    const inUrl =
      value.kind === 'object' ? membersOf(call, [{ value, guards: noGuards }], ['url']) : [{ value }];
    return inUrl.flatMap((url) => {
      const parts = queryParameter(toParts(call.m, url.value, undefined, call.activation), 'scope');
      return parts ? listsOf(call, wordListOf(call.m, parts, authorization, spanOf(call)), withHost) : [];
    });
  });
}
