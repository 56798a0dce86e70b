import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** How long the next batch waits for the one before. A connection that does not answer must not hold up the others. */
const PATIENCE_MILLIS = 500;

/**
 * Batches concurrent calls, so that one statement serves many. The first call starts a batch at once; calls that arrive
 * while it runs form the next one.
 *
 * @param work returns the results in the order of the items; if it fails, it fails for the whole batch
 * @param options.most the largest batch; further items run as another batch at the same time
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
