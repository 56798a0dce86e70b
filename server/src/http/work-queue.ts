/** The server has more work than it can do. The caller should try again in a few seconds. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

export interface WorkQueue {
  /**
   * Waits for a free place and then does the work.
   *
   * @param options.isBegun whether part of the request was already done: it goes before new requests, and is never refused
   * @throws Overloaded if it has waited too long, or at once if `refuses()`
   */
  run<Result>(work: () => Promise<Result>, options?: { readonly isBegun?: boolean }): Promise<Result>;
  /** The number of waiting calls. */
  waiting(): number;
  /** Whether new requests are refused at once. */
  refuses(): boolean;
  /** Whether background work should pause, because so much is in progress. */
  isBusy(): boolean;
}

export interface WorkQueueRules {
  /** How much work may be in progress at a time. */
  readonly most: number;
  /** The amount of work in progress from which the node is busy. */
  readonly busy: number;
  /** The longest wait while there is no overload. */
  readonly patienceMillis: number;
  /** There is an overload once the queue has not been empty for this long. */
  readonly rushMillis: number;
  /** The longest wait in an overload. The overload ends when the queue has been empty for this long. */
  readonly overloadPatienceMillis: number;
}

/**
 * A short rush, as in the minute in which appointments are opened, is served in order. In a lasting overload, everybody
 * would wait until they give up, and their requests would be served for nothing. So in an overload, a request that has
 * waited for a second is refused, and new requests are refused at once while as many wait as are in progress. The others
 * are answered soon.
 */
const RULES: WorkQueueRules = {
  most: 100,
  busy: 10,
  patienceMillis: 30_000,
  rushMillis: 30_000,
  overloadPatienceMillis: 1000,
};
const CHECK_MILLIS = 250;

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

export function createWorkQueue(rules: Partial<WorkQueueRules> = {}): WorkQueue {
  const { most, busy, patienceMillis, rushMillis, overloadPatienceMillis } = { ...RULES, ...rules };
  const begun: (() => void)[] = [];
  let queue: Waiting[] = [];
  /** The index of the first waiting request. Earlier items are removed in bulk, because `shift` moves every item. */
  let first = 0;
  let inProgress = 0;
  /** Since when work has been waiting. Short breaks, in which the queue is empty, do not count. */
  let busySince = Number.POSITIVE_INFINITY;
  /** Since when the queue has been empty. */
  let emptySince = Number.NEGATIVE_INFINITY;
  let check: NodeJS.Timeout | undefined;

  const isOverload = () => performance.now() - busySince > rushMillis;
  const countWaiting = () => queue.length - first;
  const refuses = () => inProgress >= most && countWaiting() >= most && isOverload();

  /** Refuses requests that have waited too long. The first of the queue has waited longest. */
  function refuseLate(): void {
    const at = performance.now();
    const patience = isOverload() ? overloadPatienceMillis : patienceMillis;
    for (let one = queue[first]; one && at - one.since > patience; one = queue[first]) {
      first += 1;
      one.giveUp();
    }
  }

  function next(): void {
    refuseLate();
    while (inProgress < most) {
      const begin = begun.shift() ?? queue[first++]?.begin;
      if (!begin) break;
      inProgress += 1;
      begin();
    }
    if (first >= queue.length) {
      queue = [];
      first = 0;
      if (check) emptySince = performance.now();
      clearInterval(check);
      check = undefined;
    } else if (first > queue.length / 2) {
      queue = queue.slice(first);
      first = 0;
    }
  }

  function wait(isBegun: boolean): Promise<void> {
    return new Promise((begin, refuse) => {
      if (isBegun) return void begun.push(begin);
      if (countWaiting() === 0 && performance.now() - emptySince > overloadPatienceMillis)
        busySince = performance.now();
      // Refuses late requests even if no work ends, as when the database does not answer.
      check ??= setInterval(next, CHECK_MILLIS).unref();
      queue.push({
        since: performance.now(),
        begin,
        giveUp: () => refuse(tooMuchWork()),
      });
    });
  }

  return {
    async run(work, { isBegun = false } = {}) {
      if (inProgress < most) inProgress += 1;
      else if (!isBegun && refuses()) throw tooMuchWork();
      else await wait(isBegun);
      try {
        return await work();
      } finally {
        inProgress -= 1;
        next();
      }
    },
    waiting: () => countWaiting() + begun.length,
    refuses,
    isBusy: () => inProgress >= busy,
  };
}

const tooMuchWork = () => new Overloaded('There is more work than can be done.');
