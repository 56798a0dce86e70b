import { type Posting, postHere, wasTaken } from './post-here.ts';
import { createTimers } from './timers.ts';

/**
 * How messages are delivered: at once · `late`, after `delayMs` (5000) · `twice`, both at the same time ·
 * `out-of-order`, collected for `delayMs` (1000) and then sent one after another, newest first · `never`, only on
 * request.
 */
export interface Delivery {
  how: (typeof deliveryKinds)[number];
  delayMs?: number;
}

export const deliveryKinds = ['at-once', 'late', 'twice', 'out-of-order', 'never'] as const;

/** The deliveries of one message. */
interface DeliveryState {
  /** The status of each attempt, null without an answer. */
  answers: (number | null)[];
  /** Whether the receiver accepted it. */
  taken: boolean;
}

/** A provider's messages to the clinic, and their delivery. */
export interface Deliveries<Message> {
  send(message: Message): void;
  choose(delivery: Delivery): void;
  chosen(): Delivery;
  /** Sends earlier or withheld messages, oldest first; null without an answer. */
  sendNow(
    fits: (message: Message, state: DeliveryState) => boolean,
  ): Promise<{ message: Message; status: number | null }[]>;
  state(message: Message): Readonly<DeliveryState>;
  /** Resolves when no message is being sent. Does not wait for withheld messages or later retries. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface DeliverySettings<Message> {
  /** The request for a message; undefined if it has no address. */
  posting: (message: Message, state: DeliveryState) => Posting | undefined;
  /** Called after each attempt. */
  tried?: (message: Message, state: DeliveryState) => void;
  /** Pauses before each retry of a message that was not accepted; none: no retries. */
  retryDelaysMs?: readonly number[];
}

export function createDeliveries<Message extends object>({
  posting,
  tried,
  retryDelaysMs = [],
}: DeliverySettings<Message>): Deliveries<Message> {
  const states = new Map<Message, DeliveryState>();
  const underWay = new Set<Promise<unknown>>();
  const timers = createTimers();
  const stopping = new AbortController();
  let delivery: Delivery = { how: 'at-once' };
  let gathered: Message[] = [];

  const state = (message: Message) => states.get(message) ?? { answers: [], taken: false };
  const attempt = async (message: Message): Promise<number | null> => {
    const current = state(message);
    const post = posting(message, current);
    if (!post) return null;
    const status = await postHere(post, stopping.signal);
    current.answers.push(status);
    current.taken ||= wasTaken(status);
    tried?.(message, current);
    return status;
  };
  const deliver = async (message: Message, tries = 0): Promise<void> => {
    await attempt(message);
    const pause = retryDelaysMs[tries];
    if (!state(message).taken && pause !== undefined) later(pause, () => deliver(message, tries + 1), message);
  };
  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  };
  const later = (delayMs: number, act: () => Promise<void>, message?: Message) => {
    if (stopping.signal.aborted) return;
    timers.after(delayMs, () => {
      if (!message || !state(message).taken) void follow(act());
    });
  };
  const deliverGathered = async () => {
    const batch = gathered.toReversed();
    gathered = [];
    for (const message of batch) await deliver(message);
  };
  const settled = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };

  return {
    send: (message) => {
      states.set(message, { answers: [], taken: false });
      if (!posting(message, state(message))) return;
      const { how, delayMs } = delivery;
      if (how === 'at-once' || how === 'twice') void follow(deliver(message));
      if (how === 'twice') void follow(attempt(message));
      if (how === 'late') later(delayMs ?? 5000, () => deliver(message), message);
      if (how === 'out-of-order' && gathered.push(message) === 1) later(delayMs ?? 1000, deliverGathered);
    },
    choose: (next) => {
      delivery = next;
    },
    chosen: () => delivery,
    sendNow: async (fits) => {
      gathered = [];
      const chosen = [...states].filter(([message, current]) => fits(message, current));
      const attempts: { message: Message; status: number | null }[] = [];
      for (const [message] of chosen) attempts.push({ message, status: await follow(attempt(message)) });
      return attempts;
    },
    state,
    settled,
    stop: async () => {
      timers.stop();
      stopping.abort();
      await settled();
    },
  };
}
