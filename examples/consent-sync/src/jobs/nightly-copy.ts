import { listCollectionPoints, receiptsOf } from '../consent/collection-points.js';
import { changedSince, dataSubjects } from '../consent/data-subjects.js';
import type { DataSubject } from '../consent/data-subjects.js';
import { activityOf, listPurposes, readPurpose } from '../consent/purposes.js';
import { load, save } from '../store.js';

/** Copies purposes with their activities, then receipts, then what changed of the data subjects. */
export async function nightlyCopy(): Promise<void> {
  const purposes = await listPurposes();
  const details = await Promise.all(purposes.map((purpose) => readPurpose(purpose.id)));
  await save('purposes', details);
  await save('activities', await Promise.all(details.map(activityOf)));

  for (const point of await listCollectionPoints()) {
    await save(`receipts-${point.id}`, await receiptsOf(point));
  }

  const known = await load<DataSubject>('data-subjects');
  await save('data-subjects', known.length === 0 ? await firstCopy() : await merge(known));
}

async function firstCopy(): Promise<DataSubject[]> {
  const all: DataSubject[] = [];
  for await (const subject of dataSubjects()) all.push(subject);
  return all;
}

async function merge(known: DataSubject[]): Promise<DataSubject[]> {
  const newest = known.reduce((latest, { lastUpdated }) => (lastUpdated > latest ? lastUpdated : latest), '');
  const byId = new Map(known.map((subject) => [subject.id, subject]));
  for (const subject of await changedSince(new Date(newest))) byId.set(subject.id, subject);
  return [...byId.values()];
}
