import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** The longest that a batch waits for the one before it, so that one connection that hangs does not block all calls. */
const PATIENCE_MILLIS = 500;

/**
 * Groups concurrent calls into batches, so that one statement serves many calls. Calls that arrive while a batch runs form
 * the next one. A batch starts only when the node has handled all that had arrived (`setImmediate`): otherwise the first of
 * twenty requests that arrive together would be a batch of its own.
 *
 * @param work returns the results in the order of the items; if it rejects, every call of the batch rejects
 * @param options.most the maximum size of a batch; items beyond it run in another batch at the same time
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
    { cache: false, maxBatchSize: most, batchScheduleFn: (begin) => void working.then(() => setImmediate(begin)) },
  );
  return (item) => loader.load(item);
}
