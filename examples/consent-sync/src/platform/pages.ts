import type { AxiosInstance } from 'axios';
import { settings } from '../settings.js';

interface Page<T> {
  readonly content: T[];
  readonly last: boolean;
}

/** Every item of a paginated list, one page at a time. */
export async function* pages<T>(api: AxiosInstance, path: string): AsyncGenerator<T> {
  for (let page = 0; ; page++) {
    const { data } = await api.get<Page<T>>(path, { params: { page, size: settings.pageSize } });
    yield* data.content;
    if (data.last) return;
  }
}
