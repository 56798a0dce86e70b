import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** For so long the next group waits for the one before: not for a connection that does not answer. */
const PATIENCE_MILLIS = 500;

/**
 * Does in one statement what many ask for: whatever is asked while a group is being worked on is the next group. Whoever
 * asks while nothing is being worked on starts a group at once.
 *
 * @param work returns the results in the order of the items; if it fails, it fails for all of the group
 * @param options.most the size of a group; what is left is done beside it
 */
export function inGroups<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most }: { most: number },
): (item: Item) => Promise<Result> {
  let working: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const results = work(items);
      working = Promise.race([results.catch(() => undefined), sleep(PATIENCE_MILLIS, undefined, { ref: false })]);
      return results;
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (begin) => void working.then(begin) },
  );
  return (item) => loader.load(item);
}
