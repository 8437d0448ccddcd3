import type { GrantList, ListedScope } from '../model/grant-list.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { callOf, rootActivation, type Machine } from '../values/machine.js';
import { pathOf } from '../values/path-of.js';
import { noteKey, readKey } from '../values/reads.js';
import { entryOf, type Activation, type ExternalValue } from '../values/value.js';
import { inContexts } from './find-contexts.js';
import type { GrantSource, PackageCall, SearchInput } from './grant-source.js';
import { grantSources } from './sources/index.js';

/** Every list of scopes that the program's code asks a provider for. Sorted by place. */
export function findGrantLists(
  input: SearchInput,
  sources: readonly GrantSource[] = grantSources,
): GrantList[] {
  const lists: GrantList[] = [];
  readKey(input.m, 'scopes', '');
  for (const source of sources) lists.push(...(source.search?.(input) ?? []));
  const readers = sources.filter((source) => source.read);
  for (const { callee, module, index, activation } of candidates(input, readers)) {
    for (const source of readers) {
      const isMethod = source.methods?.includes(lastName(callee)) ?? false;
      if (!isMethod && !(source.modules?.test(callee.module) ?? false)) continue;
      const read = (seen: Activation): readonly GrantList[] =>
        source.read?.(callIn(input.m, callee, module, index, seen)) ?? [];
      const found = inContexts(input, activation, read);
      if (found.length > 0) noteKey(input.m, 'scopes', '', module.file);
      lists.push(...found);
    }
  }
  return distinct(lists).sort(byPlace);
}

interface Candidate {
  readonly callee: ExternalValue;
  readonly module: ModuleSummary;
  readonly index: number;
  readonly activation: Activation;
}

/** Calls that leave the project, and calls of methods that sources know by name, whatever has them. */
function* candidates({ m, graph }: SearchInput, readers: readonly GrantSource[]): Iterable<Candidate> {
  const known = new Set<string>();
  for (const { site, callee } of graph.external) {
    known.add(`${site.module.file}/${site.index}`);
    yield { callee, module: site.module, index: site.index, activation: site.activation };
  }
  const methods = new Set(readers.flatMap((source) => source.methods ?? []));
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    for (const [index, { callee, within }] of (module?.calls ?? []).entries()) {
      const name = callee.kind === 'member' && callee.key.kind === 'literal' ? String(callee.key.value) : '';
      if (!module || !methods.has(name) || known.has(`${file}/${index}`)) continue;
      const value: ExternalValue = { kind: 'external', module: '', steps: [{ kind: 'member', name }] };
      yield { callee: value, module, index, activation: rootActivation(m, module, within) };
    }
  }
}

function callIn(
  m: Machine,
  callee: ExternalValue,
  module: ModuleSummary,
  index: number,
  activation: Activation,
): PackageCall {
  const args = callOf(module, index).args.map((a) => entryOf(a, activation));
  return { m, callee, path: pathOf(callee.steps), args, activation, module, index };
}

function lastName({ steps }: ExternalValue): string {
  const last = steps.at(-1);
  return last?.kind === 'member' ? last.name : '';
}

/** Of lists of the same words the one that says most; words that a fuller list has too add nothing. */
function distinct(lists: readonly GrantList[]): GrantList[] {
  const kept: GrantList[] = [];
  for (const list of [...lists].sort((a, b) => weight(b) - weight(a))) {
    const same = kept.findIndex((other) => covers(other, list));
    const other = kept[same];
    if (!other) kept.push(list);
    else if (other.host === undefined && list.host !== undefined) kept[same] = { ...other, host: list.host };
  }
  return kept;
}

const placeKey = ({ name, span }: ListedScope): string => `${name} ${span.file}:${span.start}`;

function covers(fuller: GrantList, list: GrantList): boolean {
  if (list.scopes.length === 0)
    return fuller.span.file === list.span.file && fuller.span.start === list.span.start;
  const isSearched = list.scopes.every(({ span }) => span === list.span);
  if (isSearched && list.span.file === fuller.span.file) return sameNames(fuller, list);
  const places = new Set(fuller.scopes.map(placeKey));
  const isSameHost = list.host === undefined || fuller.host === undefined || list.host === fuller.host;
  return isSameHost && list.scopes.every((scope) => places.has(placeKey(scope)));
}

/** Words that nobody found in the source have no place of their own. */
function sameNames(a: GrantList, b: GrantList): boolean {
  const names = new Set(a.scopes.map(({ name }) => name));
  return b.scopes.every(({ name }) => names.has(name));
}

const weight = (list: GrantList): number =>
  list.scopes.length * 8 +
  (list.signsIn ? 4 : 0) +
  (list.host === undefined ? 0 : 2) +
  (list.clientEnv.length > 0 ? 1 : 0);

function byPlace(a: GrantList, b: GrantList): number {
  const key = ({ span, source }: GrantList): string =>
    `${span.file}\0${String(span.start).padStart(10, '0')}\0${source}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
