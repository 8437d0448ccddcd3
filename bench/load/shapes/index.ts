import type { Shape } from '../shape.js';
import { askedUntil } from './asked-until.js';
import { awaitedLater } from './awaited-later.js';
import { countedDown } from './counted-down.js';
import { selfLimited } from './self-limited.js';
import { keptByKey } from './kept-by-key.js';
import { channels } from './channels.js';
import { emptiedAnswers } from './emptied-answers.js';
import { events } from './evolved-events.js';
import { loops } from './evolved-loops.js';
import { services } from './evolved-services.js';
import { failures } from './failures.js';
import { grownLists } from './grown-lists.js';
import { guards } from './guards.js';
import { handmade } from './handmade.js';
import { idleQueues } from './idle-queues.js';
import { keptAnswers } from './kept-answers.js';
import { keptForGood } from './kept-for-good.js';
import { limiters } from './limiters.js';
import { manyWays } from './many-ways.js';
import { multipliers } from './multipliers.js';
import { flights, givenPromises, notYetSet } from './not-yet-set.js';
import { pacedAndLimited } from './paced-and-limited.js';
import { setOffAgain } from './set-off-again.js';
import { sharedLimiters } from './shared-limiters.js';
import { smallServices } from './small-services.js';
import { steadyLoops } from './steady-loops.js';
import { steps } from './steps.js';
import { streams } from './streams.js';
import { tables } from './tables.js';
import { taskQueues } from './task-queues.js';
import { triggers } from './triggers.js';
import { limitersElsewhere } from './limiters-elsewhere.js';
import { otherStyles } from './other-styles.js';
import { morePackages } from './more-packages.js';
import { goneThrough } from './gone-through.js';
import { gatesAndHooks } from './gates-and-hooks.js';
import { severalLimiters } from './several-limiters.js';
import { variedFailures } from './varied-failures.js';
import { variedLimiters } from './varied-limiters.js';
import { variedMultipliers } from './varied-multipliers.js';
import { variedTriggers } from './varied-triggers.js';
import { halfKnown, writtenOut } from './written-out.js';

export const shapes: readonly Shape[] = [
  ...triggers,
  ...multipliers,
  ...limiters,
  ...failures,
  ...variedTriggers,
  ...variedMultipliers,
  ...variedLimiters,
  ...variedFailures,
  ...services,
  ...loops,
  ...events,
  ...channels,
  ...tables,
  ...smallServices,
  ...steps,
  ...keptAnswers,
  ...setOffAgain,
  ...streams,
  ...sharedLimiters,
  ...taskQueues,
  ...pacedAndLimited,
  ...idleQueues,
  ...emptiedAnswers,
  ...guards,
  ...grownLists,
  ...steadyLoops,
  ...handmade,
  ...askedUntil,
  ...keptForGood,
  ...notYetSet,
  ...givenPromises,
  ...flights,
  ...writtenOut,
  ...halfKnown,
  ...keptByKey,
  ...manyWays,
  ...selfLimited,
  ...countedDown,
  ...awaitedLater,
  ...limitersElsewhere,
  ...otherStyles,
  ...morePackages,
  ...goneThrough,
  ...gatesAndHooks,
  ...severalLimiters,
];
