/** There is more work than can be done: the caller should try again in a few seconds. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

export interface WorkQueue {
  /**
   * Does the work when it is its turn.
   *
   * @param options.isBegun part of the work for this request was done: it comes before requests that have not begun, and is
   *   not given up
   * @throws Overloaded if the turn does not come in time; at once if it hardly could
   */
  run<Result>(work: () => Promise<Result>, options?: { readonly isBegun?: boolean }): Promise<Result>;
  /** How many wait. */
  waiting(): number;
  /** Whether work that has not begun is refused at once. */
  refuses(): boolean;
  /** Whether so much is in progress that work for which nobody waits should rest. */
  isBusy(): boolean;
}

export interface WorkQueueRules {
  /** How much work is in progress at a time. */
  readonly most: number;
  /** From how much on the node is busy. */
  readonly busy: number;
  /** How long work may wait in a rush. */
  readonly patienceMillis: number;
  /** A rush becomes an overload when the queue has not been empty for this long. */
  readonly rushMillis: number;
  /** How long work may wait in an overload, which ends when the queue has been empty for as long. */
  readonly overloadPatienceMillis: number;
}

/**
 * A rush (many people at the minute at which appointments are opened) is worked off in order. An overload that lasts
 * would make everybody wait until they have given up, so that nothing that is done is of use. Then work that waits
 * longer than a second is refused, and while as many wait as are in progress, others are refused at once: the rest is
 * answered soon.
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

/** @param now milliseconds of a clock that only advances */
export function createWorkQueue(
  rules: Partial<WorkQueueRules> = {},
  now: () => number = () => performance.now(),
): WorkQueue {
  const { most, busy, patienceMillis, rushMillis, overloadPatienceMillis } = { ...RULES, ...rules };
  const begun: (() => void)[] = [];
  let queue: Waiting[] = [];
  /** The first of the queue: those before it have left. The array is cut now and then, because `shift` moves every item. */
  let first = 0;
  let inProgress = 0;
  /** Since when work has been waiting without a break. */
  let busySince = Number.POSITIVE_INFINITY;
  /** Since when no work has been waiting. It is a break if that lasts. */
  let emptySince = Number.NEGATIVE_INFINITY;
  let check: NodeJS.Timeout | undefined;

  const isOverload = () => now() - busySince > rushMillis;
  const countWaiting = () => queue.length - first;
  const refuses = () => inProgress >= most && countWaiting() >= most && isOverload();

  /** Refuses those whose turn did not come in time. The first of the queue has waited longest. */
  function refuseLate(): void {
    const at = now();
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
      if (check) emptySince = now();
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
      if (countWaiting() === 0 && now() - emptySince > overloadPatienceMillis) busySince = now();
      // Also while nothing ends, as when the database does not answer.
      check ??= setInterval(next, CHECK_MILLIS).unref();
      queue.push({
        since: now(),
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
