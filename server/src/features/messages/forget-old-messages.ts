import type { Database } from '../../database/database.ts';
import { deleteMessagesEndedBefore } from './store.ts';

const RETENTION_DAYS = 30;

/** Deletes messages that were sent, failed or dropped a month ago. */
export function forgetOldMessages(db: Database, now: Date): Promise<void> {
  return deleteMessagesEndedBefore(db, new Date(now.getTime() - RETENTION_DAYS * 86_400_000));
}
