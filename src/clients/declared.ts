import type { ClientDeclaration } from '../model/config.js';
import { map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { hole } from '../values/holes.js';
import {
  stringValue,
  sure,
  undefinedValue,
  type Alternatives,
  type Argument,
  type Value,
} from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { argument, property, targets } from './client-values.js';

/**
 * The model of a client that a config declares. `baseAt` speaks of the arguments of the last call or `new` on the way
 * to the member, and of the call itself where there is none. A method that is not stated stays unknown.
 */
export function declaredClient(declaration: ClientDeclaration): ClientModel {
  const path = pathOfMember(declaration.member);
  const owner = /^(\w+)\.new\b/.exec(path)?.[1];
  return {
    id: `declared:${declaration.module}#${declaration.member}`,
    title: `${declaration.module} ${declaration.member}`,
    docsUrl: '',
    modules: [declaration.module],
    ...(owner === undefined ? {} : { types: [`${declaration.module}#${owner}`] }),
    request(call) {
      if (call.path !== path) return undefined;
      const at = (place: string | undefined): Alternatives =>
        place === undefined ? sure(undefinedValue) : readPlace(call, (index) => argument(call, index), place);
      const made = makerArguments(call);
      const base =
        made && declaration.baseAt !== undefined
          ? readPlace(call, (index) => argumentAt(call.m, made, index), declaration.baseAt)
          : at(declaration.baseAt);
      return {
        targets: targets(
          call,
          methodsOf(call, declaration, at(declaration.methodAt)),
          at(declaration.urlAt),
          base,
        ),
        headers: [at(declaration.headersAt)],
        ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
      };
    },
  };
}

/** A member as people write it, as the steps of a callee: `default().get` and `new Client().get` are `().get` and `Client.new.get`. */
function pathOfMember(member: string): string {
  return member
    .trim()
    .replace(/^new\s+(\w+)(?:\(\))?/, '$1.new')
    .replace(/^default(?:\.|(?=\()|$)/, '');
}

/** `0` is an argument, `0.request.url` a property inside of one. */
function readPlace(
  call: ClientCall,
  argumentOf: (index: number) => Alternatives,
  place: string,
): Alternatives {
  const [index = '', ...keys] = place.split('.');
  return keys.reduce((values, key) => property(call, values, key), argumentOf(Number(index)));
}

function makerArguments(call: ClientCall): readonly Argument[] | undefined {
  const step = call.callee.steps.findLast((s) => s.kind === 'call' || s.kind === 'new');
  return step?.kind === 'call' || step?.kind === 'new' ? step.args : undefined;
}

function methodsOf(call: ClientCall, { method }: ClientDeclaration, given: Alternatives): Alternatives {
  const { activation, index } = call.site;
  const unknown = hole('runtime', 'method', activation.module, activation.module.calls[index]?.at ?? [0, 0]);
  const fallback: Value = method === undefined ? unknown : stringValue(method);
  return map(given, (value): Value =>
    value.kind === 'undefined' || value.kind === 'null' ? fallback : value,
  );
}
