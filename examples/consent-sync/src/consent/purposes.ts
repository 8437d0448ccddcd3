import { consentApi } from '../platform/http.js';
import { pages } from '../platform/pages.js';
import { paths } from '../platform/paths.js';

export interface PurposeSummary {
  readonly id: string;
  readonly label: string;
}

export interface Purpose extends PurposeSummary {
  readonly description: string;
  readonly processingActivityId?: string;
}

export interface ProcessingActivity {
  readonly id: string;
  readonly name: string;
}

export async function listPurposes(): Promise<PurposeSummary[]> {
  const purposes: PurposeSummary[] = [];
  for await (const purpose of pages<PurposeSummary>(consentApi, paths.purposes)) purposes.push(purpose);
  return purposes;
}

export async function readPurpose(id: string): Promise<Purpose> {
  const { data } = await consentApi.get<Purpose>(paths.purpose(id));
  return data;
}

/** The entry of the inventory that a purpose belongs to. */
export async function activityOf(purpose: Purpose): Promise<ProcessingActivity | undefined> {
  if (purpose.processingActivityId === undefined) return undefined;
  const { data } = await consentApi<ProcessingActivity>(
    paths.processingActivity(purpose.processingActivityId),
  );
  return data;
}
