import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { setHidden } from './store.ts';

/** Hides a post or shows it again, in the transaction of the decision. A deleted post stays deleted. */
export async function hidePost(
  tx: Database,
  { postId, hidden, now }: { postId: string; hidden: boolean; now: Date },
): Promise<boolean> {
  const changed = await setHidden(tx, { id: postId, hidden, now });
  if (!changed) return false;
  const change = hidden ? 'gone' : 'new';
  await publish(tx, { to: 'everyone', event: { type: 'post', postId, by: changed.authorEmail, change } });
  return true;
}
