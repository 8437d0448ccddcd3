import type { CredentialFacts, Facts } from '../model/analysis.js';
import type { Span } from '../model/span.js';
import { applyEdits, changeList } from './list.js';
import type { Edit, ListChange, ListPlace } from './list.js';
import { moveCall } from './move-call.js';
import type { Proposal } from './proposals.js';
import { listAt, listUnder } from './scope-list.js';

/** The edits of one file, and what they are for. */
export interface FileFix {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
  readonly proposals: readonly Proposal[];
}

/** A place in a file that a proposal changes. */
type Target = { readonly file: string; readonly proposal: Proposal } & (
  { readonly kind: 'list'; readonly list: ListPlace } | { readonly kind: 'edit'; readonly edit: Edit }
);

/**
 * The edits that carry out proposals, file by file. A proposal whose place isn't known, or which other credentials
 * share, makes none. `textOf` gives a file as it is on disk.
 */
export function planFixes(
  facts: Facts,
  proposals: readonly Proposal[],
  textOf: (file: string) => string | undefined,
): FileFix[] {
  const targets = proposals.flatMap((proposal) => targetOf(facts, proposal, textOf) ?? []);
  const byFile = groupedBy(targets, ({ file }) => file);
  return [...byFile]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, ofFile]): FileFix[] => {
      const before = textOf(file);
      if (before === undefined) return [];
      const edits = distinct([
        ...listEdits(before, ofFile),
        ...ofFile.flatMap((t) => (t.kind === 'edit' ? t.edit : [])),
      ]);
      const after = applyEdits(before, edits);
      return after === before
        ? []
        : [{ file, before, after, edits, proposals: ofFile.map((t) => t.proposal) }];
    });
}

/** All that is to become of one list is done at once, so that edits of neighbours don't meet. */
function listEdits(text: string, targets: readonly Target[]): Edit[] {
  const lists = targets.flatMap((target) => (target.kind === 'list' ? [target] : []));
  return [...groupedBy(lists, ({ list }) => list.start).values()].flatMap((ofList) => {
    const [first] = ofList;
    return first ? changeList(text, first.list, changeOf(ofList.map(({ proposal }) => proposal))) : [];
  });
}

function changeOf(proposals: readonly Proposal[]): ListChange {
  const changes = proposals.map(({ change }) => change);
  const replace = new Map(changes.flatMap((c) => (c.kind === 'replace' ? [[c.scope, c.by] as const] : [])));
  const added = changes.flatMap((c) => (c.kind === 'add' ? [c.scope] : []));
  return {
    remove: new Set(changes.flatMap((c) => (c.kind === 'remove' ? [c.scope] : []))),
    replace,
    add: [...new Set(added)].filter((scope) => ![...replace.values()].includes(scope)).sort(),
  };
}

function targetOf(
  facts: Facts,
  proposal: Proposal,
  textOf: (file: string) => string | undefined,
): Target | undefined {
  const { change } = proposal;
  if (change.kind === 'move') {
    const operations = facts.catalogs.find((c) => c.provider === change.provider)?.operations ?? [];
    const from = operations.find(({ id }) => id === change.from);
    const to = operations.find(({ id }) => id === change.to);
    const { file } = change.call;
    const text = textOf(file);
    const edit = text === undefined || !from || !to ? undefined : moveCall(text, change.call, from, to);
    return edit && { kind: 'edit', file, proposal, edit };
  }
  const { credential } = change;
  // An added scope goes where others of the credential stand.
  const scope = change.kind === 'add' ? Object.keys(credential.grantedAt).sort()[0] : change.scope;
  const span = scope === undefined ? undefined : credential.grantedAt[scope];
  if (span === undefined) return inConfig(facts, credential, proposal, textOf);
  if (isShared(facts, credential, proposal)) return undefined;
  const { file } = span;
  const text = textOf(file);
  if (text === undefined) return undefined;
  const list = listAt(file, text, offsetOf(text, span));
  const held = change.kind === 'add' ? scope : change.scope;
  return list?.items.some(({ value }) => value === held) ? { kind: 'list', file, proposal, list } : undefined;
}

/** Spans of data files are a line and a column. */
function offsetOf(text: string, { start, end, isPosition }: Span): number {
  if (isPosition !== true) return start;
  let at = 0;
  for (let line = 1; line < start; line++) at = text.indexOf('\n', at) + 1 || text.length;
  return at + end - 1;
}

function inConfig(
  { config }: Facts,
  credential: CredentialFacts,
  proposal: Proposal,
  textOf: (file: string) => string | undefined,
): Target | undefined {
  const { file } = config;
  const text = file === undefined || !credential.config?.grants ? undefined : textOf(file);
  if (file === undefined || text === undefined) return undefined;
  const list = listUnder(file, text, ['credentials', credential.name, 'grants']);
  return list && { kind: 'list', file, proposal, list };
}

/** Whether another credential takes its grants from the same place: what one doesn't need, the other may. */
function isShared({ credentials }: Facts, credential: CredentialFacts, { change }: Proposal): boolean {
  if (change.kind === 'move') return false;
  const files = new Set(Object.values(credential.grantedAt).map(({ file, start }) => `${file}:${start}`));
  return credentials.some(
    (other) =>
      other !== credential &&
      Object.values(other.grantedAt).some(({ file, start }) => files.has(`${file}:${start}`)),
  );
}

const distinct = (edits: readonly Edit[]): Edit[] => [
  ...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values(),
];

function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
