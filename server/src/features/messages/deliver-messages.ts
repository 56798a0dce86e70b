import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { CLAIM_MILLIS, isServersFault } from './rules.ts';
import { claimMessage, claimText } from './store.ts';
import { type Claimed, type TryParts, tryMessage } from './try-message.ts';

export const DELIVER_JOB = 'deliver-messages';

/** How many messages one node sends at a time, unless told otherwise. Mail servers refuse too many connections. */
const LANES = 3;
/** The same for text messages. They have lanes of their own, so that an outage of one service does not stop the other. */
const TEXT_LANES = 2;
/** Each notification wakes the node, in a rush two hundred a second. */
const LEAST_PAUSE_MILLIS = 100;
/** How long the last lane rests after each message while the node is busy with requests. */
const BUSY_REST_MILLIS = 50;
/** After so many tries in a row that failed because of the mail server or the provider, a lane waits for the next run. */
const MOST_FAILURES = 3;
/** How long a stop waits for tries in progress; then for their marks, after it has ended their connections. */
const STOP_MILLIS = 5_000;
const MARK_MILLIS = 1_000;

/** The sending of messages by one node. */
interface MessageDelivery {
  /** Sends everything that is due. */
  run(): Promise<void>;
  /** Starts a run, if the node has started to send. */
  wake(): void;
  start(): void;
  /** Takes no more messages, waits a few seconds for those that are being sent, and ends the connections. */
  stop(): Promise<void>;
  /** Wakes one of the nodes every minute, for what is due by the clock. */
  readonly job: JobHandler;
}

interface DeliveryParts extends TryParts {
  readonly lanes?: number | undefined;
  /** Whether requests need this node's time more. Then one lane goes on, slowly. */
  readonly isBusy?: () => boolean;
}

/**
 * Sends messages: claims one, writes it, sends it, marks it. What dies in between leaves the claim, and the next node
 * repeats the try once. Any number of nodes work side by side.
 */
export function createMessageDelivery(parts: DeliveryParts): MessageDelivery {
  const { db, mail, texts, now, log, lanes: count = LANES, isBusy = () => false } = parts;
  const node = { isStarted: false, isStopped: false, isWanted: false };
  let running: Promise<void> | undefined;
  let lookedAt: number | undefined;
  let waking: NodeJS.Timeout | undefined;
  /** Of the run in progress: each function lets a lane that found nothing look again. */
  const looks = new Set<() => void>();

  /**
   * Sends what is due in one channel. Each lane that finds a message lets another one look, up to `most` in a run. While the
   * node is busy, one lane goes on.
   */
  async function sendDue(most: number, claim: () => Promise<Claimed | undefined>): Promise<void> {
    const lanes: Promise<void>[] = [];
    let open = 0;
    let left = most;
    /** Lanes that ended because nothing was due. */
    let idle = 0;
    /** A message was queued, perhaps after the statement of a lane that is looking: it looks once more. */
    let isWanted = false;
    const begin = () => {
      open += 1;
      left -= 1;
      lanes.push(lane().catch((error: unknown) => log.error({ err: error }, 'messages could not be sent')));
    };
    const lane = async () => {
      try {
        await sendOneByOne();
      } finally {
        // At once: two lanes that end in the same moment must not both rely on the other.
        open -= 1;
      }
    };
    const sendOneByOne = async () => {
      for (let failures = 0; failures < MOST_FAILURES && !node.isStopped; ) {
        const claimed = await claim();
        if (!claimed) {
          if (isWanted) {
            isWanted = false;
            continue;
          }
          idle += 1;
          return;
        }
        if (left > 0 && !isBusy()) begin();
        const outcome = await tryMessage(parts, claimed);
        failures = outcome !== undefined && isServersFault(outcome) ? failures + 1 : 0;
        if (!isBusy()) continue;
        if (open > 1) {
          left += 1;
          return;
        }
        await sleep(BUSY_REST_MILLIS);
      }
    };
    const look = () => {
      isWanted = idle === 0;
      if (isWanted || isBusy()) return;
      idle -= 1;
      left += 1;
      begin();
    };
    begin();
    looks.add(look);
    // Also those that begin meanwhile.
    for (const one of lanes) await one;
    looks.delete(look);
  }

  const times = () => {
    const time = now();
    return { now: time, until: new Date(time.getTime() + CLAIM_MILLIS) };
  };
  const claimEmail = async () => {
    const row = await claimMessage(db, { channel: 'email', ...times() });
    return row && { row };
  };

  const lanes = () => Promise.all([sendDue(count, claimEmail), sendDue(TEXT_LANES, () => claimText(db, times()))]);

  /** Repeats the run while it is wanted: a message that is queued while the last lane ends needs another one. */
  async function runWhileWanted(): Promise<void> {
    while (node.isWanted && !node.isStopped) {
      node.isWanted = false;
      await lanes();
    }
    running = undefined;
    lookedAt = performance.now();
  }

  const run = () => {
    node.isWanted = true;
    lookedAt = performance.now();
    // Other lanes may wait for a server that does not answer.
    for (const look of looks) look();
    return (running ??= runWhileWanted());
  };
  const wake = () => {
    if (!node.isStarted || node.isStopped || waking) return;
    const pause = lookedAt === undefined ? 0 : Math.max(0, lookedAt + LEAST_PAUSE_MILLIS - performance.now());
    waking = setTimeout(() => {
      waking = undefined;
      void run();
    }, pause);
  };

  return {
    run,
    wake,
    start() {
      node.isStarted = true;
      wake();
    },
    async stop() {
      node.isStopped = true;
      clearTimeout(waking);
      await Promise.race([running, sleep(STOP_MILLIS)]);
      await Promise.all([mail.close(), texts?.sender.close()]);
      await Promise.race([running, sleep(MARK_MILLIS)]);
    },
    job: { name: DELIVER_JOB, cron: '* * * * *', work: async () => wake() },
  };
}
