import { evaluate } from '../values/evaluate.js';
import { decisions } from '../values/guards.js';
import { rootActivation, type Machine } from '../values/machine.js';
import { isAssignedFor } from '../values/own-fields.js';
import type { Site } from '../values/outcome.js';
import { isPick } from '../values/member.js';
import { normalize, splitParts, type Part } from '../values/parts.js';
import type { Activation, Origin, OriginHole } from '../values/value.js';
import { isValueName } from '../values/value-names.js';
import { pathParts, type Candidate, type Identify } from './candidate.js';
import { isWithin, lengthOf } from './call-chain.js';
import type { Context, Sink } from './callers.js';
import type { ClientModel } from './client-model.js';
import { insideMakers } from './inside-makers.js';

/** Where a request stands: the outermost call that fixes its path, and the chain below it. */
export interface Place {
  readonly site: Site;
  readonly via: readonly Site[];
  /** The request as it is seen there, when an inner call than the outermost fixes it. */
  readonly seen: Candidate | undefined;
}

export interface PlaceQuestion {
  readonly m: Machine;
  readonly models: readonly ClientModel[];
  readonly identify: Identify;
}

/**
 * The place of a candidate of the outermost view: the innermost call from which on the request is the same.
 * What only fills a template parameter, or gives the base, doesn't move the place.
 */
export function placeOf(
  { m, models, identify }: PlaceQuestion,
  context: Context,
  leaf: Candidate,
  sink: Sink,
): Place {
  const chain = [...context.callers, sink.site];
  const levels = context.views;
  const sameAt = (level: number): Candidate | undefined =>
    levels[level]?.candidates.find(
      (c) => (level === levels.length - 1 || !dependsOnCaller(c, leaf)) && isSameRequest(c, leaf, identify),
    );
  const first = levels.findIndex((_, level) => sameAt(level) !== undefined);
  const seen = first < levels.length - 1 ? sameAt(first) : undefined;
  // Each view adds the calls that its context needed; the first view may have had callers already.
  const { activation } = context.views[Math.max(first, 0)] ?? {};
  const depth = depthBelowListing(activation) || lengthOf(activation);
  const at = insideMakers(
    { m, models, context, sink, chain },
    Math.max(chain.length - 1 - depth, 0),
    leaf,
    (candidate) => !dependsOnCaller(candidate, leaf) && isSameRequest(candidate, leaf, identify),
  );
  const site = chain[at] ?? sink.site;
  const factory = factoryOf(context, first, site);
  if (factory) return { site: factory, via: [...without(chain.slice(at), factory)], seen };
  return { site, via: chain.slice(at + 1), seen };
}

/**
 * Which subclass `this` is, which entry of a table a parameter picks, or which method assigned a field that the leaf knows
 * decides the request: then the call that says so does.
 */
const dependsOnCaller = (candidate: Candidate, leaf: Candidate): boolean =>
  decisions(candidate.guards).some(
    ({ key }) => key.endsWith(':this') || isPick(key) || isAssignedFor(leaf.guards, key),
  );

/** How many calls deep a run for one of the members that an object lists is below the making of the object, which says what there is. */
function depthBelowListing(activation: Activation | undefined): number {
  let count = 0;
  for (let a = activation; a?.isMember && a.from; a = a.from.activation) count += 1;
  return count;
}

const without = (chain: readonly Site[], site: Site): Site[] =>
  chain.filter((s) => !(s.index === site.index && s.module === site.module));

/** A call that builds a requester fixes the path, not the invocation of what it built. */
function factoryOf(context: Context, level: number, site: Site): Site | undefined {
  if (level <= 0) return undefined;
  const before = context.views[level - 1];
  const view = context.views[level];
  const m = view?.call.m;
  const waiting = before?.candidates.flatMap((c) => pathHoles(c.url)) ?? [];
  if (!view || !m || waiting.length === 0) return undefined;
  const entered = enteredBy(view.activation, site);
  if (!entered) return undefined;
  const makers = waiting.map((h) => makerOf(entered, h));
  const [maker] = makers;
  if (!maker || makers.some((x) => x !== maker) || !maker.from) return undefined;
  // One that builds on itself, as `resource(path)` does for a longer path, is no call of the program's own.
  if (isWithin(maker.from.activation, maker) || !waiting.every((h) => isSaidBy(m, maker, h)))
    return undefined;
  return { module: maker.from.activation.module, index: maker.from.index, activation: maker.from.activation };
}

/**
 * Whether the call that makes something says itself what is put in a hole: `make(name, table[name])` in a function that
 * is run for each name says it no more than what is made.
 */
function isSaidBy(m: Machine, { from }: Activation, hole: OriginHole): boolean {
  const parameter = originOf(hole)?.parameter;
  const argument = typeof parameter === 'number' ? from?.call.args[parameter] : undefined;
  if (!from || !argument) return true;
  const { module, fn } = from.activation;
  const values = evaluate(m, argument.value, rootActivation(m, module, fn));
  return values.length === 1 && values[0]?.value.kind !== 'hole';
}

/** The holes that stand for path text, not the base. */
function pathHoles(url: readonly Part[]): OriginHole[] {
  return pathParts(url).filter(
    (p, i): p is OriginHole =>
      p.kind === 'hole' && originOf(p) !== undefined && (i > 0 || pathParts(url).length === 1),
  );
}

const originOf = (hole: OriginHole): Origin | undefined => hole.origin ?? hole.answers;

function enteredBy(activation: Activation, site: Site): Activation | undefined {
  for (let a: Activation | undefined = activation; a; a = a.from?.activation) {
    if (a.from?.index === site.index && a.from.activation.module === site.module) return a;
  }
  return undefined;
}

/** The enclosing function's activation that a hole's parameter belongs to, when it is not the called function itself. */
function makerOf(entered: Activation, hole: OriginHole): Activation | undefined {
  const origin = originOf(hole)?.activation;
  if (!origin || (origin.fn === entered.fn && origin.module === entered.module)) return undefined;
  for (let a = entered.parent; a; a = a.parent)
    if (a.fn === origin.fn && a.module === origin.module) return a;
  return undefined;
}

function isSameRequest(inner: Candidate, leaf: Candidate, identify: Identify): boolean {
  if (inner === leaf) return true;
  if (
    inner.methods === 'unknown'
      ? leaf.methods !== 'unknown'
      : leaf.methods === 'unknown' || inner.methods.join() !== leaf.methods.join()
  )
    return false;
  const known = identify(inner);
  if (known !== undefined) return known === identify(leaf);
  return isSamePath(pathParts(inner.url), pathParts(leaf.url));
}

/** Whether two paths are one up to the base and to values that fill parameters. */
function isSamePath(inner: readonly Part[], leaf: readonly Part[]): boolean {
  if (inner.length === leaf.length && inner.every((part, i) => isSamePart(part, leaf[i]))) return true;
  const [base, ...rest] = inner;
  if (base?.kind === 'hole' && rest.length > 0) {
    const own = segmentsOf(rest);
    const all = segmentsOf(leaf);
    return (
      own.some((s) => s.length === 1 && s[0]?.kind === 'text' && s[0].text !== '') &&
      startsSegment(rest) &&
      all.length >= own.length - 1 &&
      sameSegments(own.slice(1), all.slice(all.length - own.length + 1))
    );
  }
  const [a, b] = [segmentsOf(inner), segmentsOf(leaf)];
  return a.length === b.length && sameSegments(a, b);
}

/** The same text, or what the same expression couldn't tell. */
function isSamePart(a: Part, b: Part | undefined): boolean {
  if (a.kind === 'text') return b?.kind === 'text' && a.text === b.text;
  return b?.kind === 'hole' && a.name === b.name && a.at.file === b.at.file && a.at.start === b.at.start;
}

const startsSegment = (parts: readonly Part[]): boolean =>
  parts[0]?.kind === 'text' && parts[0].text.startsWith('/');

const segmentsOf = (parts: readonly Part[]): Part[][] => splitParts(normalize(parts), '/');

function sameSegments(inner: readonly Part[][], leaf: readonly Part[][]): boolean {
  return inner.every((segment, i) => isSameSegment(segment, leaf[i] ?? []));
}

function isSameSegment(inner: readonly Part[], leaf: readonly Part[]): boolean {
  const key = (parts: readonly Part[]): string =>
    parts.map((p) => (p.kind === 'text' ? p.text : '\0')).join('');
  if (key(inner) === key(leaf)) return true;
  const hole = inner.find((p) => p.kind === 'hole');
  if (!hole || inner.length === 0) return false;
  if (leaf.some((p) => p.kind === 'hole'))
    return inner.length === 1 || key(inner).replaceAll('\0', '') === key(leaf).replaceAll('\0', '');
  // Who gives nothing for `id || ''` asks for the list.
  if (leaf.length === 0 && inner.some((p) => p.kind === 'hole' && (p as OriginHole).mayBeEmpty === true))
    return false;
  return fillsParameter(hole.kind === 'hole' ? hole.name : '', key(leaf));
}

/** Whether a literal is a value (an id, a date, a number), not a part of the API's vocabulary. */
function fillsParameter(name: string, value: string): boolean {
  if (isValueName(name)) return true;
  return /\d/.test(value) && !/^v\d+(?:\.\d+)?$/.test(value);
}
