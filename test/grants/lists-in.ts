import { openProgram } from '../../src/clients/find-requests.js';
import { findGrantLists } from '../../src/grants/find-lists.js';
import type { GrantList } from '../../src/model/grant-list.js';
import { programOf } from '../support/fixture-project.js';

/** The lists of a small project, and the text at each scope's place. */
export function listsIn(
  files: Readonly<Record<string, string>>,
): (GrantList & { readonly written: string[] })[] {
  const texts = new Map(Object.entries(files));
  return findGrantLists(openProgram(programOf({ name: 'x', files: texts }))).map((list) => ({
    ...list,
    written: list.scopes.map(({ span }) => (texts.get(span.file) ?? '').slice(span.start, span.end)),
  }));
}

/** One line for each list: `source flow host|provider scopes`, with `…` where more may be asked for. */
export const linesIn = (code: string): string[] =>
  listsIn({ 'x.ts': code }).map(
    (list) =>
      `${list.source} ${list.flow} ${list.host ?? list.provider ?? '-'} ${list.scopes.map(({ name }) => name).join(' ')}${list.complete ? '' : ' …'}${list.clientEnv.length > 0 ? ` by ${list.clientEnv.join()}` : ''}`,
  );
