import { isOfTest } from './of-tests.js';
import { handedFrom } from './handed.js';
import { inner } from './inner.js';
import { functionKey, rootActivation, startQuestion, type Machine } from './machine.js';
import { callKey, enteredWith, outcomeOf, type ExternalCallee, type Site } from './outcome.js';
import { alsoAbout, noteKey, readable, readingFor, readKey, type Index } from './reads.js';
import { forgetCutOff } from './remember.js';
import { replay } from './replay.js';
import { prepareStores } from './stores.js';
import type { Activation, Origin } from './value.js';

export interface CallGraph {
  /** The files whose calls were looked at. */
  readonly files: ReadonlySet<string>;
  /** The calls that run a function, by `file#function`. */
  readonly callers: Index<readonly Site[]>;
  /** The calls that leave the project. */
  readonly external: readonly (ExternalCallee & { readonly site: Site })[];
}

/** How many levels of callers decide what a call of a parameter calls. */
const maxLevels = 5;

/** What a call calls is said near it: more steps than this find a value that nobody calls. */
const calleeSteps = 2_000;
/** A call where this many steps came to nothing is looked at with few from then on: from more callers it is as hard. */
const vainSteps = 2 * calleeSteps;
const fewSteps = 200;

/** Contexts in which one call is looked at: by each of many callers, but not by all ways to them. */
const maxContexts = { direct: 512, deeper: 48, members: 8_192 };

/** Ways to one call that are tried; many lead to a context that is known. */
const maxTries = 1_024;

/** A call in one context, with the calls that lead to it, outermost first. */
interface Reached {
  readonly site: Site;
  readonly steps: readonly Site[];
}

/** A call of what a parameter holds. */
interface Waiting extends Reached {
  readonly origin: Origin;
}

/**
 * All calls of the program, with what they lead to; of `files`, where they are given, and of those whose functions they
 * enter or hand on. Calls of parameters are found through the callers that pass functions.
 */
export function buildCallGraph(m: Machine, files?: ReadonlySet<string>): CallGraph {
  const entered = new Set(m.program.files.filter((file) => files?.has(file) ?? true));
  const callers = new Map<string, Reached[]>();
  const external: (ExternalCallee & { readonly site: Site })[] = [];
  const waiting = new Map<string, Waiting[]>();
  const seen = new Map<string, Set<number>>();
  const tries = new Map<string, number>();
  const waits = new Set<string>();
  const told = new Set<string>();
  const vain = new Map<string, number>();

  /** Answers a question about a call; one that isn't answered within its steps counts against the call. */
  const ask = <T>(site: Site, answer: () => T): T => {
    const key = callKey(site);
    const lost = vain.get(key) ?? 0;
    startQuestion(m, lost < vainSteps ? calleeSteps : fewSteps);
    const found = answer();
    if (m.steps > m.limit) vain.set(key, lost + m.steps);
    return found;
  };

  const note = (reached: Reached): void => {
    if (isNew(reached)) readingFor(m, filesOf(reached), () => look(reached));
  };

  const look = (reached: Reached): void => {
    const { site } = reached;
    const outcome = ask(site, () => outcomeOf(m, site));
    for (const e of outcome.external) external.push({ site, ...e });
    if (files && outcome.external.length > 0)
      for (const file of ask(site, () => handedFrom(m, site))) entered.add(file);
    for (const origin of new Set(outcome.open)) {
      const fn = functionKey(origin.activation.module, origin.activation.fn);
      const entry = { site, steps: stepsFrom(origin, reached), origin };
      if (!isFirst(waits, `${fn} ${wayOf(entry)}`)) continue;
      readKey(m, 'callers', fn);
      waiting.set(fn, add(waiting.get(fn), entry));
      for (const caller of [...(callers.get(fn) ?? [])]) follow(entry, fn, caller);
    }
    const runs = new Map(outcome.entered.map(({ module, fn }) => [functionKey(module, fn), module.file]));
    for (const [fn, file] of runs) addCaller(fn, file, reached);
  };

  const isNew = ({ site, steps }: Reached): boolean => {
    const { activation } = site;
    const key = callKey(site);
    const contexts = seen.get(key) ?? new Set();
    seen.set(key, contexts);
    const { members, deeper, direct } = maxContexts;
    const most = activation.isMember ? members : steps.length > 1 ? deeper : direct;
    if (contexts.has(activation.id) || contexts.size >= most) return false;
    return contexts.add(activation.id).size > 0;
  };

  /** Long ways to a call take no tries from its direct callers. */
  const mayTry = (site: Site, steps: number): boolean => {
    const key = `${steps > 1 ? 'deeper' : 'direct'} ${callKey(site)}`;
    const count = (tries.get(key) ?? 0) + 1;
    tries.set(key, count);
    return count <= maxTries;
  };

  const addCaller = (fn: string, file: string, reached: Reached): void => {
    if (!isFirst(told, `${fn} ${callKey(reached.site)}/${reached.site.activation.id}`)) return;
    entered.add(file);
    noteKey(m, 'callers', fn, reached.site.module.file);
    callers.set(fn, add(callers.get(fn), reached));
    for (const entry of [...(waiting.get(fn) ?? [])]) follow(entry, fn, reached);
  };

  /** A call that waits for a function's callers, seen from one of them. */
  const follow = (entry: Waiting, fn: string, caller: Reached): void => {
    if (isOfTest(caller.site, entry.site.module.file)) return;
    const steps = [...caller.steps, caller.site, ...entry.steps];
    if (steps.length > maxLevels || !mayTry(entry.site, steps.length)) return;
    const first = (entry.steps[0] ?? entry.site).activation;
    alsoAbout(
      m,
      steps.map(({ module }) => module.file),
    );
    for (const target of outcomeOf(m, caller.site).entered) {
      if (functionKey(target.module, target.fn) !== fn) continue;
      const ends = ask(entry.site, () => {
        const start = inner(m, target, first.module, first.fn);
        if (start) return replay(m, entry.steps, start, entry.site);
        enterKept(entry, target);
        return [];
      });
      for (const activation of ends) note({ site: { ...entry.site, activation }, steps });
    }
  };

  /** What a function keeps for another one, given by one of its callers. */
  const enterKept = (entry: Waiting, given: Activation): void => {
    if (isAround(entry)) return;
    for (const { module, fn } of enteredWith(m, entry.site, given))
      addCaller(functionKey(module, fn), module.file, entry);
  };

  // Whoever needs it first would look it up in the middle of an answer, with the steps and the stack that are left.
  prepareStores(m);
  // The set grows while it is walked.
  for (const file of entered) {
    const module = m.program.modules.get(file);
    module?.calls.forEach((call, index) =>
      note({ site: { module, index, activation: rootActivation(m, module, call.within) }, steps: [] }),
    );
  }
  forgetCutOff(m);
  const sites = new Map([...callers].map(([fn, list]) => [fn, list.map((r) => r.site)]));
  return { files: entered, callers: readable(m, 'callers', sites), external };
}

/** The files that a way leads through. */
const filesOf = ({ site, steps }: Reached): Set<string> =>
  new Set([...steps, site].map(({ module }) => module.file));

/** The calls of a way, whatever the contexts: run again from a caller, they lead to the same. */
const wayOf = ({ site, steps }: Reached): string => [...steps, site].map(callKey).join();

const isFirst = (seen: Set<string>, key: string): boolean => !seen.has(key) && seen.add(key).size > 0;

/** The list with one more: a function may have thousands, too many to copy for each. */
function add<T>(list: T[] | undefined, item: T): T[] {
  const all = list ?? [];
  all.push(item);
  return all;
}

/** The steps that begin in the function whose caller is asked for; those before it lead to it in other ways. */
function stepsFrom(origin: Origin, { site, steps }: Reached): readonly Site[] {
  const all = [...steps, site];
  const at = all.findIndex((s) => isWithin(s.activation, origin.activation));
  return at === -1 ? steps : steps.slice(at);
}

/** Whether the function whose parameter is called stands around the call, or around one that leads to it. */
const isAround = ({ site, steps, origin }: Waiting): boolean =>
  [...steps, site].some((s) => isWithin(s.activation, origin.activation));

function isWithin(activation: Activation, outer: Activation): boolean {
  for (let a: Activation | undefined = activation; a; a = a.parent) if (a === outer) return true;
  return false;
}
