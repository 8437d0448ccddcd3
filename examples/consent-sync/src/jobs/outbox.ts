import { commentOn } from '../requests/comments.js';
import { openRequest, requestStatus } from '../requests/requests.js';
import type { PrivacyRequest } from '../requests/requests.js';
import { load, save } from '../store.js';

interface OutboxEntry {
  readonly request: PrivacyRequest;
  readonly traceId?: string;
  readonly done?: boolean;
}

/** Files what customers asked for since the last run, and notes on the request when it is under way. */
export async function emptyOutbox(): Promise<void> {
  const entries = await load<OutboxEntry>('outbox');
  const next: OutboxEntry[] = [];
  for (const entry of entries) next.push(entry.done ? entry : await advance(entry));
  await save('outbox', next);
}

async function advance(entry: OutboxEntry): Promise<OutboxEntry> {
  if (entry.traceId === undefined) {
    const { requestTraceId } = await openRequest(entry.request);
    return { ...entry, traceId: requestTraceId };
  }
  const { status } = await requestStatus(entry.traceId);
  if (status !== 'COMPLETED') return entry;
  await commentOn(entry.request.email, 'Filed from the app.');
  return { ...entry, done: true };
}
