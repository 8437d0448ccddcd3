import type { Analysis } from '../analyze/analyze.js';
import { changedThings, touchesSettings } from '../nearby/changed-things.js';
import { loadsChanged } from '../nearby/known-loads.js';
import { isJudgedAsBefore, isLoaded, touchesJudged } from '../nearby/judged.js';
import { missingFrom, type Missing } from '../nearby/missing.js';
import { asksSink, partReached } from '../nearby/part.js';
import { placeThing, reachOf, withSinksAt } from '../nearby/reach.js';
import { restsOn } from '../nearby/rests.js';
import type { Program } from '../program/program.js';
import { isJudged, knownAfter, type Again, type Known } from './known.js';
import { restrictToChange } from './restrict.js';

/** Looks at calls of `files` in a part of the program, and asks some of them for their requests. */
export type AnalyzePart = (
  part: Program,
  files: ReadonlySet<string>,
  asksSink: (sink: string) => boolean,
) => Analysis;

/** What a change does, and what is known after it. */
export interface Near {
  readonly shown: Analysis;
  readonly known: Known;
  /** All that is judged over the whole project, where the change has to do with that. */
  readonly judged?: Analysis;
}

interface State {
  readonly program: Program;
}

/** Whether looking at the calls of so many files of all is worth it: with less left out, the whole is looked at once. */
export type IsWorth = (looked: number, all: number) => boolean;

export const isLarge: IsWorth = (looked, all) => all > 400 && looked * 16 < all;

/** Whether a project is so large that parts of it are looked at. */
export const hasParts = (files: number): boolean => isLarge(1, files);

/** What was looked at shows that more has to be: so often, the whole is looked at. */
const mostRounds = 6;

/**
 * What a change does, seen from the calls alone whose answers were made of something that it changes. Where these are
 * judged over the whole project (a provider's requests, scopes that are asked for, load, any finding), all that is
 * judged with them is looked at too. `importers` import data that was edited; files that `moved` say the same in other
 * places, which is known already: what stands there is shown. Undefined where that leaves too little out, or where there
 * is load to be judged.
 */
export function lookNear(
  now: State & { readonly analyze: AnalyzePart; readonly moved?: ReadonlySet<string> },
  before: State & { readonly known: Known },
  edited: ReadonlySet<string>,
  importers: ReadonlySet<string> = new Set(),
  isWorth = isLarge,
): Near | undefined {
  const { program } = now;
  const { known } = before;
  const changed = new Set([...edited, ...importers]);
  const still = [...(now.moved ?? [])].filter((file) => !edited.has(file));
  const shown = placesOf(known, new Set(still));
  if (changed.size + shown.length === 0) return nothingShown(now, known);
  if (touchesSettings(program, before.program, changed)) return undefined;
  const rests = restsOn(known.reads);
  const loads = loadsChanged(program, before.program, changed, rests);
  const others = new Set([...changedThings(program, before.program, changed, rests), ...shown]);
  const more = { read: new Set<string>(), callers: new Set<string>() };
  let judges = known.said.findings.some(([file]) => changed.has(file));
  for (let round = 0; round < mostRounds; round++) {
    const plain = reachOf(rests, changed, others);
    judges ||= touchesJudged(plain, rests, known.judged);
    if (judges && isLoaded(rests)) return undefined;
    const reach = judges ? withSinksAt(plain, rests, known.judged) : plain;
    const { part, files } = partReached(program, reach, rests, more, judges);
    if (!isWorth(files.size, program.files.length)) return undefined;
    const found = now.analyze(part, files, asksSink(reach, rests, changed));
    if (!judges && isJudging(found, files)) {
      judges = true;
      continue;
    }
    const after = found.reads && {
      ...found.reads,
      ...(loads && { loads }),
      ...(!judges && { others: new Set<string>() }),
    };
    if (!after || (judges && !isJudgedAsBefore(rests, after))) return undefined;
    const missing = missingFrom(rests, after, reach, {
      files,
      found: { entries: new Set(part.files), named: new Set(part.named) },
    });
    if (isNothing(missing))
      return nearOf({ found, after, reach, changed, isJudged: judges }, known, edited, now.moved);
    for (const key of missing.keys) others.add(key);
    for (const key of missing.read) more.read.add(key);
    for (const file of missing.callers) more.callers.add(file);
  }
  return undefined;
}

/** What stands for the requests in files. */
const placesOf = ({ said }: Known, files: ReadonlySet<string>): readonly string[] =>
  said.requests.flatMap(([file, , place]) => (files.has(file) ? [placeThing(place)] : []));

function nothingShown({ program, analyze }: Parameters<typeof lookNear>[0], known: Known): Near {
  const none = { ...program, files: [], namesElsewhere: () => [] };
  return {
    shown: restrictToChange(
      analyze(none, new Set(), () => false),
      known.said,
      new Set(),
      true,
    ),
    known,
  };
}

function nearOf(
  again: Again,
  known: Known,
  edited: ReadonlySet<string>,
  moved: ReadonlySet<string> = new Set(),
): Near {
  const { found, isJudged: judges } = again;
  return {
    shown: restrictToChange(
      judges ? found : { ...found, findings: [], suppressed: [] },
      known.said,
      new Set([...edited, ...moved]),
      !judges,
      moved,
    ),
    known: knownAfter(known, again),
    ...(judges && { judged: found }),
  };
}

/** Whether what was found of some files is judged over the whole project. What a part lacks is no finding of theirs. */
const isJudging = ({ requests, findings, suppressed }: Analysis, files: ReadonlySet<string>): boolean =>
  requests.some(isJudged) ||
  [...findings, ...suppressed.map(({ finding }) => finding)].some(({ primary }) => files.has(primary.file));

const isNothing = ({ keys, callers, isComplete }: Missing): boolean =>
  keys.size === 0 && callers.size === 0 && isComplete;
