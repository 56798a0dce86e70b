import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import type { MailOutcome, MailSender } from '../../providers/mail/port.ts';
import type { MessageKinds } from './compose.ts';
import { afterTry, CLAIM_MILLIS, isServersFault, mayTryAgain, NO_ANSWER_TWICE, TOO_LATE } from './rules.ts';
import { claimMessage, type MessageRow, markMessage } from './store.ts';

export const DELIVER_JOB = 'deliver-messages';

/** How many messages one node sends at a time, unless told otherwise. Mail servers refuse too many connections. */
const LANES = 3;
/** After so many tries in a row that failed because of the mail server, a lane waits for the next run. */
const MOST_FAILURES = 3;
/** How long a stop waits for tries in progress; then for their marks, after it has ended their connections. */
const STOP_MILLIS = 5_000;
const MARK_MILLIS = 1_000;

/** The sending of messages by one node. */
export interface MessageDelivery {
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

export interface DeliveryParts {
  readonly db: Database;
  readonly mail: MailSender;
  readonly kinds: MessageKinds;
  /** The right-hand side of every Message-ID. */
  readonly host: string;
  readonly now: () => Date;
  readonly log: Logger;
  readonly lanes?: number;
}

/**
 * Sends messages: claims one, writes it, sends it, marks it. What dies in between leaves the claim, and the next node
 * repeats the try once. Any number of nodes work side by side.
 */
export function createMessageDelivery(parts: DeliveryParts): MessageDelivery {
  const { db, mail, now, log, lanes: count = LANES } = parts;
  const node = { isStarted: false, isStopped: false, isWanted: false };
  let running: Promise<void> | undefined;

  async function lane(): Promise<void> {
    for (let failures = 0; failures < MOST_FAILURES && !node.isStopped; ) {
      const time = now();
      const claimed = await claimMessage(db, { now: time, until: new Date(time.getTime() + CLAIM_MILLIS) });
      if (!claimed) return;
      const outcome = await deliver(parts, claimed);
      failures = outcome !== undefined && isServersFault(outcome) ? failures + 1 : 0;
    }
  }

  const lanes = async () => {
    const ends = await Promise.allSettled(Array.from({ length: count }, lane));
    for (const end of ends) if (end.status === 'rejected') log.error({ err: end.reason }, 'messages could not be sent');
  };

  /** Runs while it is wanted: what is queued during a run, after its lanes found nothing, needs another one. */
  async function runWhileWanted(): Promise<void> {
    while (node.isWanted && !node.isStopped) {
      node.isWanted = false;
      await lanes();
    }
    running = undefined;
  }

  const run = () => {
    node.isWanted = true;
    return (running ??= runWhileWanted());
  };
  const wake = () => {
    if (node.isStarted && !node.isStopped) void run();
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
      await Promise.race([running, sleep(STOP_MILLIS)]);
      await mail.close();
      await Promise.race([running, sleep(MARK_MILLIS)]);
    },
    job: { name: DELIVER_JOB, cron: '* * * * *', work: async () => wake() },
  };
}

/** One try of a claimed message. Returns the outcome, if the mail server was asked. */
async function deliver(
  { db, mail, kinds, host, now, log }: DeliveryParts,
  claimed: MessageRow,
): Promise<MailOutcome['kind'] | undefined> {
  const { id, kind, unknownTries, notAfter } = claimed;
  const end = (state: 'failed' | 'dropped', said: string) =>
    markMessage(db, claimed, { state, said, endedAt: now(), ...(state === 'dropped' && { address: null }) });
  if (!mayTryAgain(unknownTries)) {
    await end('failed', NO_ANSWER_TWICE);
    return undefined;
  }
  if (notAfter !== null && now() > notAfter) {
    await end('dropped', TOO_LATE);
    return undefined;
  }
  const composed = await kinds[kind](db, { ...claimed, now: now() }).catch((error: unknown) => {
    log.error({ err: error, messageId: id, kind }, 'a message could not be written');
    return { kind: 'refused-for-now', said: 'The email could not be written.' } as const;
  });
  if ('notSent' in composed || ('to' in composed && composed.to === '')) {
    await end('dropped', 'notSent' in composed ? composed.notSent : 'The recipient has no address any more.');
    return undefined;
  }
  const outcome = 'to' in composed ? await mail.send({ ...composed, messageId: `${id}@${host}` }) : composed;
  await note(db, { claimed, outcome, now: now() });
  log.info({ messageId: id, kind, outcome: outcome.kind }, 'a message was tried');
  return outcome.kind;
}

async function note(
  db: Database,
  { claimed, outcome, now }: { claimed: MessageRow; outcome: MailOutcome; now: Date },
): Promise<void> {
  const verdict = afterTry(claimed, outcome.kind, now);
  const isOver = verdict.state !== 'waiting';
  const said = verdict.state === 'failed' && !mayTryAgain(verdict.unknownTries) ? NO_ANSWER_TWICE : outcome.said;
  await markMessage(db, claimed, { ...verdict, said, endedAt: isOver ? now : null });
}
