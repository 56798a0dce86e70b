import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type NotifyNodes, type Published, publishQuietly } from './store.ts';

/**
 * Makes a commit of which there are many: it sends no notification, so it does not wait for other commits that do
 * (`notify_nodes`). The nodes are notified after it.
 *
 * @param commit a statement that turns its notification off
 * @param options.hasChanged whether there is something to notify of
 */
export async function notifyAfter<T>(
  commit: () => Promise<T>,
  { notify, hasChanged }: { notify: NotifyNodes; hasChanged: (outcome: T) => boolean },
): Promise<T> {
  try {
    const outcome = await commit();
    if (hasChanged(outcome)) notify();
    return outcome;
  } catch (error) {
    // It may be committed.
    notify();
    throw error;
  }
}

/** The same for a transaction, which publishes events with the `publish` that it gets. */
export function inFrequentTransaction<T>(
  db: Database,
  notify: NotifyNodes,
  work: (tx: Database, publish: (published: Published) => Promise<void>) => Promise<T>,
): Promise<T> {
  const commit = () => inTransaction(db, (tx) => work(tx, (published) => publishQuietly(tx, published)));
  return notifyAfter(commit, { notify, hasChanged: () => true });
}
