/**
 * The script of a Vue, Svelte or Astro file, or all those of a page, at their place: everything else is blanked, so that offsets
 * and lines are those of the file. Undefined when the file holds no script.
 */
export function scriptOf(file: string, text: string): string | undefined {
  const ranges = file.endsWith('.astro') ? [...frontmatter(text), ...scriptTags(text)] : scriptTags(text);
  if (ranges.length === 0) return undefined;
  let out = '';
  let last = 0;
  for (const [start, end] of ranges) {
    out += blank(text.slice(last, start)) + text.slice(start, end);
    last = end;
  }
  return out + blank(text.slice(last));
}

/** The files that the scripts of a page are in, in the page's order; relative ones as imports name them. */
export function scriptsNamedIn(text: string): string[] {
  const named: string[] = [];
  for (let open = nextScript(text, 0); open !== -1; open = nextScript(text, open + 1)) {
    const tag = text.slice(open, afterTag(text, open));
    const source = /\ssrc\s*=\s*["']?([^"'\s>?#]+)/i.exec(tag)?.[1];
    if (source !== undefined && !/^(?:[a-z]+:|\/\/)|[{}<%]/i.test(source))
      named.push(/^[./]/.test(source) ? source : `./${source}`);
  }
  return named;
}

const blank = (text: string): string => text.replaceAll(/[^\n\r]/g, ' ');

/** Ranges between `<script …>` and `</script>`; scripts of another kind (JSON, templates) are left out. */
function scriptTags(text: string): [number, number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (;;) {
    const open = nextScript(text, at);
    if (open === -1) return ranges;
    const start = afterTag(text, open);
    const end = text.indexOf('</script', start);
    if (start === 0 || end === -1) return ranges;
    const attributes = text.slice(open, start);
    const isCode = !/\btype\s*=\s*["'](?!module|text\/(?:java|type)script)/.test(attributes);
    if (isCode && text[start - 2] !== '/') ranges.push([start, end]);
    at = end;
  }
}

/** Where the next tag begins that isn't commented out. */
function nextScript(text: string, from: number): number {
  let open = text.indexOf('<script', from);
  let at = from;
  while (open !== -1) {
    const comment = text.indexOf('<!--', at);
    const end = comment === -1 || open < comment ? -1 : text.indexOf('-->', comment);
    if (end === -1) return open;
    if (open < end) open = text.indexOf('<script', end);
    at = end;
  }
  return open;
}

/** Behind a tag's `>`; one in an attribute's value is text: `generics="T extends Map<K, V>"`, `on:load={() => go()}`. */
function afterTag(text: string, open: number): number {
  const attributes = /(?:[^>"'{]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*>/y;
  attributes.lastIndex = open;
  return attributes.test(text) ? attributes.lastIndex : text.indexOf('>', open) + 1;
}

/** The code between the fences at the head of an Astro file. */
function frontmatter(text: string): [number, number][] {
  if (!text.startsWith('---')) return [];
  const end = text.indexOf('\n---', 3);
  return end === -1 ? [] : [[3, end]];
}
