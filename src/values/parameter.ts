import type { Parameter } from '../model/module-summary.js';
import { map } from './alternatives.js';
import { listArguments } from './call.js';
import { evaluate, force } from './evaluate.js';
import { withGuard } from './guards.js';
import { givenClients } from './given-clients.js';
import { hole, nameOf } from './holes.js';
import { injectedParameter } from './injected.js';
import { rootActivation, type Machine } from './machine.js';
import { keyOf, provided } from './provided.js';
import { throughCall } from './trails.js';
import { castHole, clientOf } from './types.js';
import {
  noGuards,
  sure,
  undefinedValue,
  type Activation,
  type Alternatives,
  type HoleValue,
  type Lazy,
  type Value,
} from './value.js';

/** What a parameter is in an activation: the caller's argument, or a hole that callers can fill. */
export function parameterValue(m: Machine, index: number, activation: Activation): Alternatives {
  const parameter = activation.summary.parameters[index];
  if (!parameter) return sure(undefinedValue);
  if (!activation.args) return unknownParameter(m, index, activation);
  const list = listArguments(m, activation.args);
  if (parameter.rest) {
    const rest = list.items.slice(index);
    const open = list.open
      ? (list.rest ?? hole('runtime', parameter.name, activation.module, parameter.at))
      : undefined;
    return sure({ kind: 'array', items: rest, open });
  }
  const item = list.items[index];
  if (!item && list.open) {
    const unknown = hole('runtime', parameter.name, activation.module, parameter.at);
    // Who calls the function whose arguments are passed on says what this one is.
    const from = list.rest?.origin ?? list.rest?.answers;
    return sure(from ? { ...unknown, answers: from } : unknown);
  }
  const forced = asDeclared(m, parameter, item ? force(m, item) : sure(undefinedValue), activation);
  const given = m.keepsTrails ? throughCall(forced, parameter.name, activation) : forced;
  const fallback = parameter.default;
  if (!fallback && !parameter.optional) return given;
  return given.flatMap((a) => {
    if (a.value.kind === 'hole')
      return [{ value: { ...a.value, ...needNotBeGiven(parameter) }, guards: a.guards }];
    if (a.value.kind !== 'undefined' || !fallback) return [a];
    return evaluate(m, fallback, activation).map((d) => ({ value: d.value, guards: a.guards }));
  });
}

/** An argument of which nothing is known is the client that the parameter's type says. */
function asDeclared(
  m: Machine,
  { type }: Parameter,
  given: Alternatives,
  { module }: Activation,
): Alternatives {
  if (type?.kind !== 'named' || !given.some(({ value }) => value.kind === 'hole')) return given;
  return map(
    given,
    (value) => (value.kind === 'hole' ? clientOf(m, value, { ref: type, module }) : undefined) ?? value,
  );
}

/** What a parameter's declaration says of one that nobody knows. */
const needNotBeGiven = (parameter: Parameter): Pick<HoleValue, 'isOptional' | 'isOmittable'> =>
  parameter.default ? { isOptional: true } : parameter.optional ? { isOmittable: true } : {};

/** All arguments of a call; of one that nobody in particular makes, the parameters and whatever else is passed. */
export function argumentsValue(m: Machine, activation: Activation): Value {
  const { args, module, summary } = activation;
  const unknown = { ...hole('parameter', 'arguments', module, summary.at), name: '' };
  if (args) {
    const { items, open, rest } = listArguments(m, args);
    return { kind: 'array', items, open: open ? (rest ?? unknown) : undefined };
  }
  const named = summary.parameters.filter((p) => p.rest !== true);
  const items = named.map((_, i): Lazy => ({ kind: 'values', values: unknownParameter(m, i, activation) }));
  return { kind: 'array', items, open: { ...unknown, origin: { activation, parameter: named.length } } };
}

/** `@Inject('API') api`: what the program provides under the token. */
function tokenValue(
  m: Machine,
  { decorators = [] }: Parameter,
  activation: Activation,
): Alternatives | undefined {
  const { module } = activation;
  for (const decorator of decorators) {
    const call = decorator.kind === 'call' ? module.calls[decorator.call] : undefined;
    const token = call?.args[0]?.value;
    if (!call || !token || nameOf(call.callee, module) !== 'Inject') continue;
    const key = keyOf('token', evaluate(m, token, rootActivation(m, module, call.within))[0]?.value);
    return key === undefined ? undefined : provided(m, key, module.file);
  }
  return undefined;
}

function unknownParameter(m: Machine, index: number, activation: Activation): Alternatives {
  const parameter = activation.summary.parameters[index];
  if (!parameter) return sure(undefinedValue);
  const injected = injectedParameter(m, index, activation) ?? tokenValue(m, parameter, activation);
  if (injected) return injected;
  const base: HoleValue = {
    ...hole('parameter', parameter.name, activation.module, parameter.at),
    // A parameter that is taken apart has no name; its members have.
    name: parameter.name,
    origin: { activation, parameter: index },
    ...needNotBeGiven(parameter),
  };
  if (parameter.rest) return sure({ kind: 'array', items: [], open: base });
  const typed = parameter.type
    ? givenClients(
        m,
        index,
        activation,
        castHole(m, base, { ref: parameter.type, module: activation.module }, activation),
      )
    : sure(base);
  if (!parameter.default) return typed;
  const test = `${activation.id}:argument:${index}`;
  const given = withGuard(noGuards, test, 'given') ?? noGuards;
  const missing = withGuard(noGuards, test, 'missing') ?? noGuards;
  const defaults = evaluate(m, parameter.default, activation).map(({ value, guards }) => ({
    value,
    guards: guards.size === 0 ? missing : guards,
  }));
  return [
    ...typed.map(({ value, guards }) => ({ value, guards: guards.size === 0 ? given : guards })),
    ...defaults,
  ];
}
