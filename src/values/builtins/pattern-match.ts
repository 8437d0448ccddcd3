import { flatMap, map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import {
  lazyValue,
  nullValue,
  stringValue,
  sure,
  textOf,
  undefinedValue,
  type Alternatives,
  type Lazy,
  type StringValue,
  type Value,
} from '../value.js';
import type { BuiltinCall } from './context.js';
import { safeRegExp, testPattern, type Pattern } from './regexp.js';

/** `new RegExp(pattern, flags)`: of a text, or of another pattern, whose flags it has where none are given. */
export function newRegExp(call: BuiltinCall): Alternatives | undefined {
  const [flags, ...others] = argumentAt(call.m, call.args, 1).map(({ value }) => value);
  const given = flags && textOf(flags);
  if (others.length > 0 || (given === undefined && flags?.kind !== 'undefined')) return undefined;
  return withPattern(call, (of) => ({
    kind: 'regexp',
    ...of,
    ...(given === undefined ? {} : { flags: given }),
  }));
}

/** `text.match(pattern)`: what was found, where the whole text is known; else whether something is. */
export function matched(self: StringValue, call: BuiltinCall): Alternatives | undefined {
  return withPattern(call, (pattern) => matchOf(self, pattern, call));
}

/** `text.search(pattern)`: where the pattern is first found. */
export function searched(self: StringValue, call: BuiltinCall): Alternatives | undefined {
  return withPattern(call, (pattern): Value | undefined => {
    const text = textOf(self);
    const at = text === undefined ? undefined : safeRegExp(pattern.pattern, pattern.flags, text)?.exec(text);
    if (at !== undefined) return { kind: 'number', value: at?.index ?? -1 };
    const isFound = testPattern(pattern, self.parts);
    if (isFound === false) return { kind: 'number', value: -1 };
    // Without the whole text the place is known of a pattern that is anchored to its beginning.
    return isFound && pattern.pattern.startsWith('^') ? { kind: 'number', value: 0 } : undefined;
  });
}

/** `pattern.exec(text)` of a pattern that keeps no place in the text. */
export function executed(pattern: Pattern, call: BuiltinCall): Alternatives | undefined {
  if (/[gy]/.test(pattern.flags)) return undefined;
  return each(argumentAt(call.m, call.args, 0), (value) =>
    value.kind === 'string' ? matchOf(value, pattern, call) : undefined,
  );
}

function withPattern(
  call: BuiltinCall,
  find: (pattern: Pattern) => Value | undefined,
): Alternatives | undefined {
  return each(argumentAt(call.m, call.args, 0), (value) => {
    if (value.kind === 'regexp') return find(value);
    const text = textOf(value);
    return text === undefined ? undefined : find({ pattern: text, flags: '' });
  });
}

/** An answer for each value; none at all when one of them has none. */
function each(values: Alternatives, answer: (value: Value) => Value | undefined): Alternatives | undefined {
  const answers = map(values, answer);
  return answers.every(({ value }) => value !== undefined)
    ? flatMap(answers, (value) => (value ? sure(value) : []))
    : undefined;
}

function matchOf(self: StringValue, { pattern, flags }: Pattern, call: BuiltinCall): Value | undefined {
  const text = textOf(self);
  if (text !== undefined) {
    const regexp = safeRegExp(pattern, flags, text);
    if (!regexp) return undefined;
    const found = text.match(regexp);
    return found ? { kind: 'array', items: found.map(groupOf), open: undefined } : nullValue;
  }
  const isFound = testPattern({ pattern, flags }, self.parts);
  if (isFound === undefined) return undefined;
  const { activation, index } = call.site;
  const open = hole('runtime', 'match', activation.module, callOf(activation.module, index).at);
  return isFound ? { kind: 'array', items: [], open } : nullValue;
}

/** A group that stands in a branch of the pattern which was not taken is undefined. */
const groupOf = (text: string | undefined): Lazy =>
  lazyValue(text === undefined ? undefinedValue : stringValue(text));
