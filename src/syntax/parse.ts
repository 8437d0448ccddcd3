import type { TSESTree } from '@typescript-eslint/utils';
import { parseSync } from 'oxc-parser';
import type { At } from '../model/module-summary.js';

export interface ParsedModule {
  readonly program: TSESTree.Program;
  readonly comments: readonly { readonly text: string; readonly at: At }[];
  readonly errors: readonly { readonly message: string; readonly at: At }[];
}

type Lang = 'js' | 'jsx' | 'ts' | 'tsx';

/** Plain `.js` files may hold JSX; `.ts` can't, since `<T>x` is a cast there. */
function languageOf(file: string): Lang {
  if (/\.[mc]?ts$/.test(file)) return 'ts';
  return /\.tsx$|\.(vue|svelte|astro)$/.test(file) ? 'tsx' : 'jsx';
}

/**
 * Parses one file to TS-ESTree. Never throws: syntax errors are returned, and what the parser
 * could recover is in `program`. Offsets are UTF-16.
 */
export function parseModule(file: string, text: string): ParsedModule {
  const first = parseAs(file, text, languageOf(file));
  if (first.errors.length === 0) return first;
  // Flow or TypeScript syntax in .js, and casts in the script block of a component: try the other dialect.
  for (const lang of ['tsx', 'ts'] as const) {
    const next = parseAs(file, text, lang);
    if (next.errors.length === 0) return next;
  }
  return first;
}

function parseAs(file: string, text: string, lang: Lang): ParsedModule {
  const result = parseSync(file, text, {
    lang,
    sourceType: 'unambiguous',
    astType: 'ts',
    preserveParens: false,
  });
  return {
    program: result.program as unknown as TSESTree.Program,
    comments: result.comments.map((c) => ({ text: c.value, at: [c.start, c.end] })),
    errors: result.errors.map((error) => {
      const label = error.labels[0];
      return { message: error.message, at: [label?.start ?? 0, label?.end ?? 0] };
    }),
  };
}
