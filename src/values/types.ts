import type { Expr, ModuleSummary, TypeRef } from '../model/module-summary.js';
import { followImport } from '../program/program.js';
import { largestTable, under } from './alternatives.js';
import { evaluate, force } from './evaluate.js';
import { oneGuard } from './guards.js';
import { subclassesOf } from './hierarchy.js';
import { hole } from './holes.js';
import { construct } from './instance.js';
import { classKey, rootActivation, type Machine } from './machine.js';
import { pathOf } from './path-of.js';
import { searchesOf, readFile } from './reads.js';
import { ofPackage } from './typed-as-value.js';
import {
  sure,
  textOf,
  type Activation,
  type Alternatives,
  type ClassValue,
  type HoleType,
  type HoleValue,
  type Value,
  type ExternalValue,
} from './value.js';

/** What a type name leads to: a class of the project, a type alias, or a type of a package. */
type TypeTarget =
  | { readonly kind: 'class'; readonly value: ClassValue }
  | { readonly kind: 'type'; readonly type: HoleType }
  | { readonly kind: 'external'; readonly module: string; readonly name: string };

export function castTo(m: Machine, value: Value, ref: TypeRef, activation: Activation): Alternatives {
  const type = { ref, module: activation.module };
  if (value.kind === 'hole') return castHole(m, value, type, activation);
  return value.kind === 'external' ? castExternal(m, value, type, activation) : sure(value);
}

/** What a package or the page gives under the type of a class of the project is an instance of that. */
function castExternal(
  m: Machine,
  value: ExternalValue,
  type: HoleType,
  activation: Activation,
): Alternatives {
  const target = type.ref.kind === 'named' ? resolveType(m, type) : undefined;
  if (target?.kind !== 'class') return sure(value);
  return instancesOf(m, target.value, hole('runtime', pathOf(value.steps), type.module, [0, 0]), activation);
}

/**
 * Gives a hole what its declaration says: an injected client, an instance of a project class,
 * or a type to ask later. An environment value stays one.
 */
export function castHole(
  m: Machine,
  value: HoleValue,
  type: HoleType,
  activation: Activation,
  depth = 0,
): Alternatives {
  if (depth > 8 || value.reason === 'environment') return sure(value);
  if (type.ref.kind === 'union') return castToOne(m, value, type.ref.of, type, activation);
  if (type.ref.kind === 'typeof')
    return sure(ofPackage(m, value, type.ref.of, type.module) ?? { ...value, type });
  if (type.ref.kind !== 'named') return sure({ ...value, type });
  const target = resolveType(m, type);
  if (!target) return sure({ ...value, type });
  if (target.kind === 'class') return instancesOf(m, target.value, value, activation);
  if (target.kind === 'type') return castHole(m, value, target.type, activation, depth + 1);
  return sure(clientMade(m, target, value) ?? { ...value, type });
}

/** The client that a type names; undefined where it names none. */
export function clientOf(m: Machine, value: HoleValue, type: HoleType): ExternalValue | undefined {
  const target = value.reason === 'environment' ? undefined : resolveType(m, type);
  return target?.kind === 'external' ? clientMade(m, target, value) : undefined;
}

function clientMade(
  m: Machine,
  { module, name }: { readonly module: string; readonly name: string },
  { at }: HoleValue,
): ExternalValue | undefined {
  if (!m.clientTypes.has(`${module}#${name}`)) return undefined;
  const made = { kind: 'new', args: [], at, call: undefined } as const;
  return { kind: 'external', module, steps: [{ kind: 'member', name }, made] };
}

/** What the members of a union say, if all of them say what the value is. Several types of one package are one client. */
function castToOne(
  m: Machine,
  value: HoleValue,
  refs: readonly TypeRef[],
  type: HoleType,
  activation: Activation,
): Alternatives {
  const each = refs.map((ref) => castHole(m, value, { ref, module: type.module }, activation));
  if (each.some((values) => values.some((a) => a.value.kind === 'hole'))) return sure({ ...value, type });
  const found = new Map<string, Alternatives>();
  for (const values of each) {
    const [first] = values;
    const key = first?.value.kind === 'external' ? first.value.module : `${found.size}`;
    if (first && !found.has(key)) found.set(key, values);
  }
  const test = `${activation.id}:of:${value.name}:${value.at.start}`;
  return [...found].flatMap(([key, values]) => under(values, oneGuard(test, key)));
}

/** An instance that nobody in particular made; of a class with subclasses, any of them. */
function instancesOf(m: Machine, cls: ClassValue, unknown: HoleValue, activation: Activation): Alternatives {
  const subclasses = subclassesOf(m, classKey(cls.activation.module, cls.cls));
  const isAbstract = cls.summary.members.some((x) => x.isAbstract === true);
  const candidates = isAbstract && subclasses.length > 0 ? subclasses : [cls];
  if (candidates.length === 1) return sure(construct(m, candidates[0] ?? cls, undefined, undefined));
  const test = `${activation.id}:is:${classKey(cls.activation.module, cls.cls)}`;
  const found = candidates.slice(0, largestTable).map((c) => ({
    value: construct(m, c, undefined, undefined),
    guards: oneGuard(test, classKey(c.activation.module, c.cls)),
  }));
  return candidates.length > found.length
    ? [...found, ...sure<Value>({ ...unknown, reason: 'budget' })]
    : found;
}

export function resolveType(m: Machine, type: HoleType): TypeTarget | undefined {
  const { ref, module } = type;
  if (ref.kind !== 'named') return { kind: 'type', type };
  if (ref.binding === undefined) return globalType(m, ref.name);
  const [, ...members] = ref.name;
  return resolveBinding(m, module, ref.binding, members);
}

/** Types that are not imported: DOM and framework globals. */
function globalType(m: Machine, name: readonly string[]): TypeTarget | undefined {
  const key = `global#${name.join('.')}`;
  return m.clientTypes.has(key) ? { kind: 'external', module: 'global', name: name.join('.') } : undefined;
}

function resolveBinding(
  m: Machine,
  module: ModuleSummary,
  binding: string,
  members: readonly string[],
): TypeTarget | undefined {
  const alias = module.types.find((t) => t.binding === binding);
  if (alias) return { kind: 'type', type: { ref: alias.type, module } };
  const value = module.bindings[binding]?.value;
  if (value?.kind === 'class') return classTarget(m, module, value.cls);
  if (value?.kind === 'object') return enumTarget(m, module, value, members[0]);
  if (value?.kind !== 'imported') return undefined;
  const name = value.name === '*' || value.name === 'default' ? members[0] : value.name;
  const target = followImport(m.program, module.file, value.module, name ?? 'default', searchesOf(m));
  if (target?.kind === 'external')
    return { kind: 'external', module: target.module, name: name ?? 'default' };
  if (target?.kind === 'values') return exportedType(m, target.file, target.exports.at(-1)?.value);
  return importedAlias(m, module, value.module, name ?? 'default');
}

function exportedType(m: Machine, file: string, value: { kind: string } | undefined): TypeTarget | undefined {
  readFile(m, file);
  const module = m.program.modules.get(file);
  const expr = value as Parameters<typeof evaluate>[1] | undefined;
  if (!module || !expr) return undefined;
  if (expr.kind === 'class') return classTarget(m, module, expr.cls);
  return expr.kind === 'reference' ? resolveBinding(m, module, expr.binding, []) : undefined;
}

/** Types and interfaces are not values: look for them by name in the module that the import leads to. */
function importedAlias(
  m: Machine,
  module: ModuleSummary,
  specifier: string,
  name: string,
): TypeTarget | undefined {
  const resolution = m.program.resolve(module.file, specifier);
  if (resolution.kind === 'module') readFile(m, resolution.file);
  const target = resolution.kind === 'module' ? m.program.modules.get(resolution.file) : undefined;
  const alias = target?.types.find((t) => t.name === name);
  return target && alias ? { kind: 'type', type: { ref: alias.type, module: target } } : undefined;
}

/** A value whose name is used as a type, and that is no class, is an enum: one of its members, or the one that is named. */
function enumTarget(m: Machine, module: ModuleSummary, of: Expr, member?: string): TypeTarget | undefined {
  const value = evaluate(m, of, rootActivation(m, module, 0))[0]?.value;
  if (value?.kind !== 'object' || value.open) return undefined;
  const entries = [...value.props].filter(([key]) => member === undefined || key === member);
  const values = entries.map(([, lazy]) => force(m, lazy)[0]?.value).map(literalOf);
  return values.length > 0 && values.every((x) => x !== undefined)
    ? { kind: 'type', type: { ref: { kind: 'values', values }, module } }
    : undefined;
}

const literalOf = (value: Value | undefined): string | number | undefined =>
  value?.kind === 'number' ? value.value : value && textOf(value);

function classTarget(m: Machine, module: ModuleSummary, cls: number): TypeTarget | undefined {
  const summary = module.classes[cls];
  if (!summary) return undefined;
  return {
    kind: 'class',
    value: { kind: 'class', cls, summary, activation: rootActivation(m, module, summary.within) },
  };
}

/** What a type declares of a member of a value. */
interface DeclaredMember {
  readonly type: HoleType;
  /** It need not be given. */
  readonly isOptional: boolean;
}

export function declaredMember(m: Machine, type: HoleType, name: string): DeclaredMember | undefined {
  const target = type.ref.kind === 'named' ? resolveType(m, type) : undefined;
  const own = target?.kind === 'type' ? target.type : type;
  if (own.ref.kind === 'object' && Object.hasOwn(own.ref.members, name)) {
    const ref = own.ref.members[name];
    const isOptional = own.ref.optional?.includes(name) === true;
    return ref && { type: { ref, module: own.module }, isOptional };
  }
  return undefined;
}

/** What functions of a type give. */
export function returnsOfType(m: Machine, type: HoleType): HoleType | undefined {
  const target = type.ref.kind === 'named' ? resolveType(m, type) : undefined;
  const own = target?.kind === 'type' ? target.type : type;
  return own.ref.kind === 'function' ? { ref: own.ref.returns, module: own.module } : undefined;
}

/** The texts of a closed set of values, when the type is one. */
export function closedTexts(m: Machine, type: HoleType): readonly string[] | undefined {
  const target = type.ref.kind === 'named' ? resolveType(m, type) : undefined;
  const own = target?.kind === 'type' ? target.type : type;
  if (own.ref.kind === 'values') return own.ref.values.map(String);
  if (own.ref.kind !== 'keyof') return undefined;
  const value = evaluate(m, own.ref.of, rootActivation(m, own.module, 0))[0]?.value;
  return value?.kind === 'object' && !value.open ? [...value.props.keys()] : undefined;
}
