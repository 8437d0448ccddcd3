import { consentApi } from '../platform/http.js';
import { pages } from '../platform/pages.js';
import { paths } from '../platform/paths.js';

export interface DataSubject {
  readonly id: string;
  readonly identifier: string;
  readonly lastUpdated: string;
}

/** All data subjects, oldest first. */
export const dataSubjects = () => pages<DataSubject>(consentApi, paths.dataSubjects);

/** Data subjects that changed since the last copy. */
export async function changedSince(since: Date): Promise<DataSubject[]> {
  const { data } = await consentApi.post<{ content: DataSubject[] }>(`${paths.dataSubjects}/search`, {
    updatedSince: since.toISOString(),
  });
  return data.content;
}
