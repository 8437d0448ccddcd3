import type { ExternalValue } from '../../values/value.js';
import type { Flow } from '../flow.js';
import { symbol } from '../quantity.js';
import type { Term } from '../term.js';
import { delay } from '../term.js';
import { withParts } from '../with-parts.js';
import { atAnyTime, inOrder, isNothing, race } from './run.js';

/** `app.use(authenticate)`, `app.addHook('onRequest', authenticate)`: it runs before whatever route is asked for. */
export function isMiddleware({ steps }: ExternalValue): boolean {
  const last = steps.at(-1);
  return last?.kind === 'member' && /^(?:use|addHook)$/.test(last.name);
}

/** Routes that begin when what stands before all of them hands on: when it is done, or before. */
export function behindMiddleware(flows: readonly Flow[], middleware: readonly Term[]): readonly Flow[] {
  const before = middleware.filter((term) => !isNothing(term)).map((term) => race(asTime(term), atAnyTime));
  if (before.length === 0) return flows;
  return flows.map((flow) => (isRoute(flow) ? { ...flow, term: inOrder(...before, flow.term) } : flow));
}

const isRoute = ({ trigger, how }: Flow): boolean =>
  trigger.kind === 'event' && /^(?:\*|[A-Z]+) \//.test(how);

/** What a term takes, without its requests: they are counted where it runs. */
const asTime = (term: Term): Term =>
  term.kind === 'call' ? delay(term.latency ?? symbol('latency')) : withParts(term, asTime);
