/** An item of a list in a file. Offsets are of the file's text. */
export interface ListItem {
  readonly start: number;
  readonly end: number;
  /** The text that it stands for; undefined for anything but a string. */
  readonly value: string | undefined;
}

/** A list of scopes where a file writes it. */
export interface ListPlace {
  readonly start: number;
  readonly end: number;
  readonly items: readonly ListItem[];
  /** `block`: each item on lines of its own behind a dash, without commas. `words`: all in one string. */
  readonly style: 'flow' | 'block' | 'words';
  /** What stands between words. */
  readonly separator?: string;
  /** Whether a comma may stand behind the last item. */
  readonly trailingComma: boolean;
  /** What stands around a string where no item shows it. */
  readonly quote: '' | "'" | '"';
}

/** A part of a text and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is to become of a list: items by value. */
export interface ListChange {
  readonly remove: ReadonlySet<string>;
  readonly replace: ReadonlyMap<string, string>;
  readonly add: readonly string[];
}

/** Edits that change a list and leave all else of the text, comments on other items included, as it is. */
export function changeList(text: string, list: ListPlace, change: ListChange): Edit[] {
  const isGone = (item: ListItem): boolean => item.value !== undefined && change.remove.has(item.value);
  const kept = list.items.filter((item) => !isGone(item));
  if (kept.length === 0) return refill(text, list, change.add);
  const replaced = kept.flatMap((item): Edit[] => {
    const next = item.value === undefined ? undefined : change.replace.get(item.value);
    return next === undefined
      ? []
      : [{ start: item.start, end: item.end, text: written(text, list, item, next) }];
  });
  return [...removals(text, list, isGone), ...replaced, ...additions(text, list, kept, change.add)];
}

/** A list that nothing is left of becomes `[]`, or what is added to it. */
function refill(text: string, list: ListPlace, add: readonly string[]): Edit[] {
  const [first] = list.items;
  if (list.style === 'words')
    return [{ start: list.start, end: list.end, text: add.join(list.separator ?? ' ') }];
  const items = add.map((value) => quoted(value, first ? quoteOf(text, first) : list.quote));
  // In YAML it must stand further to the right than its key; the dashes need not.
  const lead = list.style === 'block' ? '  ' : '';
  return [{ start: list.start, end: list.end, text: `${lead}[${items.join(', ')}]` }];
}

/** One edit for each run of neighbours that go. */
function removals(
  text: string,
  { items, style, trailingComma }: ListPlace,
  isGone: (item: ListItem) => boolean,
): Edit[] {
  const edits: Edit[] = [];
  for (let from = 0; from < items.length; from++) {
    const first = items[from];
    if (!first || !isGone(first)) continue;
    let to = from;
    for (let next = items[to + 1]; next && isGone(next); next = items[to + 1]) to++;
    const last = items[to] ?? first;
    const [before, after] = [items[from - 1], items[to + 1]];
    const lines =
      style === 'block' || after || trailingComma ? linesOf(text, first.start, last.end) : undefined;
    if (lines) edits.push({ ...lines, text: '' });
    else if (after) edits.push({ start: first.start, end: after.start, text: '' });
    else if (before) edits.push({ start: before.end, end: last.end, text: '' });
    from = to;
  }
  return edits;
}

/** The whole lines of a run of items, when nothing else than commas, dashes and comments stands on them. */
function linesOf(text: string, start: number, end: number): { start: number; end: number } | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone =
    /^[ \t]*(?:-[ \t]+)?$/.test(text.slice(lineStart, start)) &&
    /^[ \t]*,?[ \t]*(?:(?:#|\/\/)[^\r\n]*)?\r?\n?$/.test(text.slice(end, lineEnd));
  return isAlone ? { start: lineStart, end: lineEnd } : undefined;
}

function additions(text: string, list: ListPlace, kept: readonly ListItem[], add: readonly string[]): Edit[] {
  const { style, separator: between = ' ' } = list;
  const last = kept.at(-1);
  if (!last || add.length === 0) return [];
  if (style === 'words')
    return [{ start: last.end, end: last.end, text: add.map((word) => between + word).join('') }];
  const lineStart = text.lastIndexOf('\n', last.start - 1) + 1;
  const lead = text.slice(lineStart, last.start);
  const newline = text.slice(0, lineStart).endsWith('\r\n') ? '\r\n' : '\n';
  const values = add.map((value) => written(text, list, last, value));
  if (style === 'block') {
    const rest = /^[^\r\n]*/.exec(text.slice(last.end))?.[0].length ?? 0;
    const at = last.end + rest;
    return [{ start: at, end: at, text: values.map((value) => `${newline}${lead}${value}`).join('') }];
  }
  const separator = /^[ \t]*$/.test(lead) && lineStart > 0 ? `,${newline}${lead}` : ', ';
  return [{ start: last.end, end: last.end, text: values.map((value) => separator + value).join('') }];
}

/** A value in the quotes of another item. */
const written = (text: string, { style }: ListPlace, like: ListItem, value: string): string =>
  style === 'words' ? value : quoted(value, quoteOf(text, like));

function quoteOf(text: string, { start }: ListItem): string {
  const first = text[start] ?? '';
  return first === "'" || first === '"' || first === '`' ? first : '';
}

/** Without quotes only where no format reads anything else into it. */
function quoted(value: string, quote: string): string {
  if (
    quote === '' &&
    /^[A-Za-z][\w./-]*$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)
  )
    return value;
  return quote === '' || quote === '"'
    ? JSON.stringify(value)
    : `${quote}${value.replaceAll(/[\\'`$]/g, '\\$&')}${quote}`;
}

/** The text after edits that don't overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let out = '';
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) throw new Error('two edits overlap');
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}
