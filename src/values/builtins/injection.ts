import { map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { construct } from '../instance.js';
import { contextCall, contextKey, keyOf, provided } from '../provided.js';
import { isNullish, type Alternatives, type Value } from '../value.js';
import type { BuiltinCall } from './context.js';

type Known = (call: BuiltinCall) => Alternatives | undefined;

/** `useContext(Context)`: what the program's providers give, else the context's own value. */
export const contextValue: Known = (call) => {
  const file = call.site.activation.module.file;
  const found = argumentAt(call.m, call.args, 0).flatMap(({ value: context }) => {
    const key = contextKey(context);
    if (key === undefined || context.kind !== 'external') return [];
    return provided(call.m, key, file) ?? argumentAt(call.m, contextCall(context)?.args ?? [], 0);
  });
  const known = found.filter(({ value }) => isNullish(value) !== true);
  return known.length > 0 ? known : undefined;
};

/** `inject(key)` and `getContext(key)`: what was provided under the key. */
export const fromContext =
  (framework: string): Known =>
  (call) => {
    const [key] = argumentAt(call.m, call.args, 0);
    const name = keyOf(framework, key?.value);
    return name === undefined ? undefined : provided(call.m, name, call.site.activation.module.file);
  };

/** `inject(Token)`: an instance of the class that the token is. */
export const inject: Known = (call) =>
  fromContext('token')(call) ??
  map(argumentAt(call.m, call.args, 0), (token): Value => {
    if (token.kind === 'class') return construct(call.m, token, undefined, undefined);
    if (token.kind !== 'external') return token;
    return {
      ...token,
      steps: [...token.steps, { kind: 'new', args: [], at: { file: '', start: 0, end: 0 }, call: undefined }],
    };
  });
