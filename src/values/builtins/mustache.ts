import { flatMap, map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { noGuards, oneGuard } from '../guards.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import { memberOf } from '../member.js';
import { stringOf, type Part } from '../parts.js';
import { toParts } from '../to-string.js';
import { sure, textOf, truthiness, type Alternatives, type HoleValue, type Value } from '../value.js';
import type { BuiltinCall } from './context.js';

/** A piece of a Mustache template: text, a variable, or a section that is there where its name is (or isn't) set. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | Section;

interface Section {
  readonly kind: 'section';
  readonly name: string;
  readonly isInverted: boolean;
  readonly inner: readonly Piece[];
}

const tag = /\{\{\{?\s{0,9}([#^/&!]?)\s{0,9}([\w.$-]{1,99})\s{0,9}\}?\}\}/;
const mostPieces = 64;

/** More sections than this are not told apart. */
const mostSections = 4;

/** `Mustache.render(template, view)`: its text, with what the view has in the place of its tags. */
export function renderMustache(call: BuiltinCall): Alternatives {
  return flatMap(argumentAt(call.m, call.args, 0), (template): Alternatives => {
    const text = textOf(template);
    const pieces = text === undefined ? undefined : parse(text);
    const names = new Set(pieces && sectionNames(pieces));
    if (!pieces || names.size > mostSections) return sure(notRendered(call, template));
    return flatMap(argumentAt(call.m, call.args, 1), (view) =>
      map(whatIsSet(call, view, [...names]), (isSet): Value => stringOf(render(call, pieces, view, isSet))),
    );
  });
}

const sectionNames = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((p) => (p.kind === 'section' ? [p.name, ...sectionNames(p.inner)] : []));

/** The pieces of a template; undefined for one with tags of another kind, or with sections that don't end. */
function parse(text: string): readonly Piece[] | undefined {
  const open: { name: string; isInverted: boolean; inner: Piece[] }[] = [];
  const all: Piece[] = [];
  let rest = text;
  for (let count = 0; count < mostPieces; count++) {
    const into = open.at(-1)?.inner ?? all;
    const match = tag.exec(rest);
    const before = match ? rest.slice(0, match.index) : rest;
    if (before.includes('{{')) return undefined;
    if (before !== '') into.push({ kind: 'text', text: before });
    if (!match) return open.length === 0 ? all : undefined;
    const [whole, sign, name = ''] = match;
    rest = rest.slice(match.index + whole.length);
    if (sign === '#' || sign === '^') open.push({ name, isInverted: sign === '^', inner: [] });
    else if (sign === '/') {
      const section = open.pop();
      if (section?.name !== name) return undefined;
      (open.at(-1)?.inner ?? all).push({ kind: 'section', ...section });
    } else if (sign !== '!') into.push({ kind: 'variable', name });
  }
  return undefined;
}

type IsSet = ReadonlyMap<string, boolean>;

/** Which of the names that sections ask for are set; where the code doesn't say, either. */
function whatIsSet(call: BuiltinCall, view: Value, names: readonly string[]): Alternatives<IsSet> {
  const { activation, index } = call.site;
  return names.reduce<Alternatives<IsSet>>(
    (done, name) =>
      flatMap(done, (before) =>
        flatMap(memberOf(call.m, view, name, activation, [0, 0]), (value) => {
          const known = truthiness(value);
          return [true, false].flatMap((isSet) => {
            const key = `${activation.id}:mustache:${index}:${name}`;
            const guards = known === undefined ? oneGuard(key, String(isSet)) : noGuards;
            const isPossible = known === undefined || known === isSet;
            return isPossible ? [{ value: new Map(before).set(name, isSet), guards }] : [];
          });
        }),
      ),
    sure<IsSet>(new Map()),
  );
}

function render(call: BuiltinCall, pieces: readonly Piece[], view: Value, isSet: IsSet): Part[] {
  const { activation } = call.site;
  return pieces.flatMap((piece): Part[] => {
    if (piece.kind === 'text') return [piece];
    if (piece.kind === 'section')
      return isSet.get(piece.name) === piece.isInverted ? [] : render(call, piece.inner, view, isSet);
    if (isSet.get(piece.name) === false) return [];
    const [value, ...others] = memberOf(call.m, view, piece.name, activation, [0, 0]);
    const text = others.length === 0 && value ? textOf(value.value) : undefined;
    if (text !== undefined) return [{ kind: 'text', text }];
    const variable = value?.value.kind === 'hole' ? value.value : unknown(call, piece.name);
    return toParts(call.m, { ...variable, name: piece.name }, undefined, activation);
  });
}

/** Who gives the template says what it gives. */
function notRendered(call: BuiltinCall, template: Value): HoleValue {
  const from = template.kind === 'hole' ? (template.origin ?? template.answers) : undefined;
  return { ...unknown(call, 'rendered'), ...(from ? { answers: from } : {}) };
}

function unknown(call: BuiltinCall, name: string): HoleValue {
  const { activation, index } = call.site;
  return hole('runtime', name, activation.module, callOf(activation.module, index).at);
}
