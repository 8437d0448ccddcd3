/** Deeper brackets than this are not parsed: the native parser ends the whole process where its stack does. */
const mostBrackets = 1200;
/** Longer chains of `else`, `? :`, `=>` and `=` nest as deep as they are long. */
const mostChained = 3000;

/**
 * Whether text nests deeper than the parser can follow, told without parsing: from its brackets and chains outside of
 * strings, comments and regular expressions. An estimate: a division may be taken for a regular expression.
 */
export function nestsTooDeep(text: string): boolean {
  return text.length > mostBrackets && isDeep(text);
}

/** An open bracket; `template` for the `${` of one, in which text goes on after the bracket. */
interface Level {
  readonly template: boolean;
  /** Ends of `else` branches in a row. */
  elses: number;
  /** Operators that nest to the right, since the last end of a statement or a line. */
  chained: number;
  /** Words and signs that nest what follows them, over any lines, since the last end of a statement. */
  nested: number;
  /** Open tags of JSX. */
  tags: number;
}

const level = (template: boolean): Level => ({ template, elses: 0, chained: 0, nested: 0, tags: 0 });

/** Words that nest what follows. */
const nesting: ReadonlySet<string> = new Set(['new', 'if', 'for', 'while', 'do', 'with', 'extends', 'keyof']);
/** Words at which a statement begins, even where no semicolon ends the one before. */
const beginning: ReadonlySet<string> = new Set([
  'const',
  'let',
  'var',
  'function',
  'class',
  'export',
  'import',
]);

function isDeep(text: string): boolean {
  const levels: Level[] = [level(false)];
  /** Where the last word or other sign begins that is no space. */
  let last = -1;
  for (let at = 0; at < text.length;) {
    const inner = levels.at(-1);
    if (inner === undefined) return false;
    const sign = text.charAt(at);
    const end = skipped(text, at, last);
    if (end > at) {
      if (!isComment(text, at)) last = end - 1;
      at = end;
      continue;
    }
    if (isLetter(text, at)) {
      const after = endOfWord(text, at);
      const word = text.slice(at, Math.min(after, at + 9));
      if (nesting.has(word)) inner.nested++;
      else if (beginning.has(word)) inner.nested = 0;
      if (word === 'else') inner.elses++;
      else if (word === 'if' && !endsWithElse(text, last)) inner.elses = 0;
      last = after - 1;
      at = after;
    } else if (sign === '`' || (sign === '}' && inner.template)) {
      if (sign === '}') levels.pop();
      at = endOfTemplateText(text, at + 1);
      last = at - 1;
      if (text.startsWith('${', at - 2)) levels.push(level(true));
    } else {
      if (sign === '(' || sign === '[' || sign === '{') levels.push(level(false));
      else if ((sign === ')' || sign === ']' || sign === '}') && levels.length > 1) levels.pop();
      else if (sign === '?' || sign === '=' || (sign === '<' && isLetter(text, at - 1))) inner.chained++;
      else if (sign === ';' || sign === ',' || sign === '\n') inner.chained = 0;
      noteNesting(levels.at(-1) ?? inner, text, at, last);
      if (sign.trim() !== '') last = at;
      at++;
    }
    if (levels.length > mostBrackets || inner.nested > mostBrackets || inner.tags > mostBrackets) return true;
    if (inner.chained > mostChained || inner.elses > mostChained) return true;
  }
  return false;
}

/** Signs that nest what follows over lines (`=>`, `?`, labels), and tags. */
function noteNesting(inner: Level, text: string, at: number, last: number): void {
  const sign = text.charAt(at);
  if (sign === ';' || sign === ',' || sign === '}' || (sign === '\n' && !goesOn(text, last)))
    inner.nested = 0;
  else if (sign === '?' || sign === ':' || (sign === '=' && text.charAt(at + 1) === '>')) inner.nested++;
  else if (sign === '<' && isLetter(text, at + 1) && !isLetter(text, at - 1)) inner.tags++;
  else if ((sign === '<' && text.charAt(at + 1) === '/') || (sign === '/' && text.charAt(at + 1) === '>'))
    inner.tags = Math.max(0, inner.tags - 1);
  if (sign === ';') inner.tags = 0;
}

/** Whether what ends a line asks for more. */
const goesOn = (text: string, last: number): boolean =>
  /(?:[?:)]|=>|\b(?:new|do|keyof))$/.test(text.slice(Math.max(0, last - 5), last + 1));

/** The end of a string, a comment or a regular expression that begins here; else the same place. */
function skipped(text: string, at: number, last: number): number {
  const sign = text.charAt(at);
  if (sign === '"' || sign === "'") return endOfLiteral(text, at, sign);
  if (sign !== '/') return at;
  if (text.charAt(at + 1) === '/') return orEnd(text, text.indexOf('\n', at));
  if (text.charAt(at + 1) === '*') {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  return startsExpression(text, last) ? endOfLiteral(text, at, '/') : at;
}

const isComment = (text: string, at: number): boolean =>
  text.charAt(at) === '/' && (text.charAt(at + 1) === '/' || text.charAt(at + 1) === '*');

const orEnd = (text: string, at: number): number => (at < 0 ? text.length : at);

/** A string ends with its line, whatever is in it; a regular expression that doesn't is a division. */
function endOfLiteral(text: string, from: number, quote: string): number {
  let inClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '\n') return quote === '/' ? from : at;
    else if (quote === '/' && sign === '[') inClass = true;
    else if (sign === ']') inClass = false;
    else if (sign === quote && !inClass) return at + 1;
  }
  return quote === '/' ? from : text.length;
}

/** Behind the closing backtick, or behind the `${` that comes first. */
function endOfTemplateText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '`') return at + 1;
    else if (sign === '$' && text.charAt(at + 1) === '{') return at + 2;
  }
  return text.length;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
}

function endOfWord(text: string, from: number): number {
  let at = from + 1;
  while (isLetter(text, at) || (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57)) at++;
  return at;
}

const endsWithElse = (text: string, last: number): boolean =>
  text.slice(Math.max(0, last - 3), last + 1) === 'else';

/** Whether an expression begins behind this place, so that a slash is no division. */
function startsExpression(text: string, last: number): boolean {
  if (last < 0) return true;
  const sign = text.charAt(last);
  if (/[\w$]/.test(sign))
    return /\b(?:return|typeof|case|in|of|await|yield|void|delete|else|do)$/.test(
      text.slice(Math.max(0, last - 9), last + 1),
    );
  return !/[)\]}"'`]/.test(sign);
}
