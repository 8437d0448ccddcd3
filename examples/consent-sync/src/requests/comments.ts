import { paths } from '../platform/paths.js';
import { send } from '../platform/send.js';
import { findRequests } from './requests.js';

/** Adds a note to every open request of one person. */
export async function commentOn(email: string, comment: string): Promise<number> {
  const { content } = await findRequests(email);
  for (const { reference } of content) {
    await send('PUT', paths.comments(reference), { body: { comment, isInternalComment: true } });
  }
  return content.length;
}
