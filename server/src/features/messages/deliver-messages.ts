import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import type { Mail, MailOutcome, MailSender } from '../../providers/mail/port.ts';
import { wants } from './choices.ts';
import type { Letterhead } from './mail-document.ts';
import type { MessageKinds } from './message-kind.ts';
import { findRecipient } from './recipient.ts';
import {
  afterTry,
  CLAIM_MILLIS,
  HELD,
  heldUntil,
  isServersFault,
  mayTryAgain,
  NEVER_CONFIRMED,
  NO_ANSWER_TWICE,
  TOO_LATE,
  UNWANTED,
} from './rules.ts';
import { claimMessage, type MessageRow, markMessage } from './store.ts';
import { type UnsubscribeLink, unsubscribeFootnote } from './unsubscribe.ts';
import { writeMail } from './write-mail.ts';

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
  /** What emails say about the clinic now. */
  readonly letterhead: () => Letterhead;
  readonly unsubscribeLink: UnsubscribeLink;
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
  { db, mail, kinds, letterhead, unsubscribeLink, host, now, log }: DeliveryParts,
  claimed: MessageRow,
): Promise<MailOutcome['kind'] | undefined> {
  const { id, kind, unknownTries, notAfter, isHeld } = claimed;
  const end = async (state: 'failed' | 'dropped', said: string) => {
    await markMessage(db, claimed, { state, said, endedAt: now(), ...(state === 'dropped' && { address: null }) });
    return undefined;
  };
  if (!mayTryAgain(unknownTries)) return end('failed', NO_ANSWER_TWICE);
  if (isHeld) return end('dropped', NEVER_CONFIRMED);
  if (notAfter !== null && now() > notAfter) return end('dropped', TOO_LATE);
  const composed = await compose().catch((error: unknown) => {
    log.error({ err: error, messageId: id, kind }, 'a message could not be written');
    return { kind: 'refused-for-now', said: 'The email could not be written.' } as const;
  });
  if ('notSent' in composed) return end('dropped', composed.notSent);
  if ('isHeld' in composed) {
    // Not a try: the mail server was not asked.
    const tries = claimed.tries - 1;
    await markMessage(db, claimed, { state: 'waiting', dueAt: heldUntil(claimed), isHeld: true, said: HELD, tries });
    return undefined;
  }
  const outcome = 'to' in composed ? await mail.send({ ...composed, messageId: `${id}@${host}` }) : composed;
  await note(db, { claimed, outcome, now: now() });
  log.info({ messageId: id, kind, outcome: outcome.kind }, 'a message was tried');
  return outcome.kind;

  async function compose(): Promise<Mail | { readonly notSent: string } | { readonly isHeld: true }> {
    const recipient = await findRecipient(db, claimed);
    if ('notSent' in recipient) return recipient;
    const topic = kinds[kind].topicOf(claimed.about);
    const { personId } = claimed;
    if (topic !== undefined && personId !== null && !(await wants(db, { personId, topic, channel: 'email' }))) {
      return { notSent: UNWANTED };
    }
    const found = await kinds[kind].compose(db, { ...claimed, now: now() });
    if ('notSent' in found) return found;
    const { to, isConfirmed } = recipient;
    if (!isConfirmed && !kinds[kind].confirmsAddress) return { isHeld: true };
    const { calendar } = found;
    const unsubscribeUrl = topic && personId !== null ? unsubscribeLink({ personId, topic }) : undefined;
    const footnotes = topic && unsubscribeUrl !== undefined ? [unsubscribeFootnote(topic, unsubscribeUrl)] : [];
    const written = await writeMail(found, { letterhead: letterhead(), footnotes });
    return {
      to,
      ...written,
      ...(calendar && { calendar: calendar(to) }),
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    };
  }
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
