import type { Database } from '../../database/database.ts';
import { queueMessage } from '../messages/index.ts';
import { deleteFeedOf } from './store.ts';

/**
 * Ends a person's feed, because somebody else may know its address, and tells them by email. Returns whether they had
 * one.
 */
export async function endFeed(tx: Database, { personId, now }: { personId: string; now: Date }): Promise<boolean> {
  const isEnded = (await deleteFeedOf(tx, personId)) > 0;
  if (isEnded) await queueMessage(tx, { kind: 'calendar-feed-changed', personId, about: { change: 'ended' }, now });
  return isEnded;
}
