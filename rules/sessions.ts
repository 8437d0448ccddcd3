import type { TSESLint } from '@typescript-eslint/utils';
import { UserError } from '../src/model/errors.js';
import type { Finding } from '../src/model/finding.js';
import { createProjectSession, type ProjectSession, type Suggestion } from '../src/session.js';

/** Projects that are kept in memory; an editor with more open folders reads those that were asked for longest ago anew. */
const mostProjects = 4;

type Context = Readonly<TSESLint.RuleContext<string, []>>;

const sessions = new Map<string, ProjectSession>();
/** All rules of one lint ask the same. */
const answers = new WeakMap<object, readonly Finding[]>();

/** The findings of the linted file, with the text that the linter has of it. */
export function findingsIn(context: Context): readonly Finding[] {
  const { sourceCode, filename, physicalFilename } = context;
  const known = answers.get(sourceCode);
  if (known) return known;
  // A block of another file, as of Markdown, is no file of the project.
  const isFile = filename === physicalFilename && !filename.startsWith('<');
  const findings = isFile ? ask(context, filename, sourceCode.text) : [];
  answers.set(sourceCode, findings);
  return findings;
}

/** What would mend a finding of the linted file within it. */
export const suggestionsIn = (context: Context, finding: Finding): readonly Suggestion[] =>
  sessionFor(context).suggestionsFor(finding, context.sourceCode.text);

function ask(context: Context, file: string, text: string): readonly Finding[] {
  try {
    return sessionFor(context).findingsOf(file, text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { place, remedy } = error;
    const at =
      place === undefined
        ? ''
        : `${[place.file, place.line, place.column].filter((p) => p !== undefined).join(':')}: `;
    throw new Error(`leastscope: ${at}${error.message}${remedy === undefined ? '' : `. ${remedy}`}`, {
      cause: error,
    });
  }
}

function sessionFor({ cwd, settings }: Context): ProjectSession {
  const { config } = settingsOf(settings);
  const key = `${cwd}\0${config ?? ''}`;
  const session = sessions.get(key) ?? createProjectSession(cwd, config === undefined ? {} : { config });
  sessions.delete(key);
  sessions.set(key, session);
  const [oldest] = sessions.keys();
  if (sessions.size > mostProjects && oldest !== undefined) sessions.delete(oldest);
  return session;
}

function settingsOf(settings: Readonly<Record<string, unknown>>): { readonly config?: string } {
  const own = settings['leastscope'];
  const config: unknown = typeof own === 'object' && own !== null && 'config' in own ? own.config : undefined;
  return typeof config === 'string' ? { config } : {};
}
