import { consentApi } from '../platform/http.js';
import { paths } from '../platform/paths.js';

export interface CollectionPoint {
  readonly id: string;
  readonly name: string;
}

export async function listCollectionPoints(): Promise<CollectionPoint[]> {
  const { data } = await consentApi.request<CollectionPoint[]>({
    method: 'GET',
    url: paths.collectionPoints,
  });
  return data;
}

/** The receipts that one collection point took in. */
export async function receiptsOf(point: CollectionPoint): Promise<unknown[]> {
  const query = new URLSearchParams({ collectionPointId: point.id, size: '100' });
  const { data } = await consentApi.get<unknown[]>(`${paths.receipts}?${query}`);
  return data;
}
