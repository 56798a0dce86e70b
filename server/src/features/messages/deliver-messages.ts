import { setTimeout as sleep } from 'node:timers/promises';
import { isSentBy, type MessageTopic } from '@openhours/contract/message-topics.ts';
import type { Logger } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import type { TextBounds } from '../../config/text-messages.ts';
import type { Database } from '../../database/database.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import type { MailOutcome, MailSender } from '../../providers/mail/port.ts';
import type { TextOutcome, TextSender } from '../../providers/text-messages/port.ts';
import { mayText, unconfirmPhone } from '../identity/index.ts';
import { wants } from './choices.ts';
import type { Letterhead } from './mail-document.ts';
import type { MessageKinds } from './message-kind.ts';
import { findParagraph, withParagraph } from './paragraphs.ts';
import { queueMessagesOnce } from './queue-message.ts';
import { findRecipient } from './recipient.ts';
import {
  afterTry,
  CLAIM_MILLIS,
  ENOUGH_CODES,
  ENOUGH_FOR_CLINIC,
  ENOUGH_FOR_PERSON,
  HELD,
  heldUntil,
  isServersFault,
  mayTryAgain,
  mostCodes,
  NEVER_CONFIRMED,
  NO_ANSWER_TWICE,
  NUMBER_NOT_CONFIRMED,
  PROVIDER_HAS_IT,
  TEXTS_OFF,
  TOO_LATE,
  UNWANTED,
} from './rules.ts';
import { shortText } from './short-text.ts';
import {
  claimMessage,
  claimText,
  holdMessage,
  isReported,
  type MessageRow,
  markMessage,
  settleNoted,
  type TextCount,
} from './store.ts';
import { type UnsubscribeLink, unsubscribeFootnote } from './unsubscribe.ts';
import { writeMail } from './write-mail.ts';

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
  /** Unset: the clinic sends no text messages. */
  readonly texts?: { readonly sender: TextSender; readonly bounds: TextBounds } | undefined;
  readonly kinds: MessageKinds;
  /** What emails say about the clinic now. */
  readonly letterhead: () => Letterhead;
  readonly unsubscribeLink: UnsubscribeLink;
  /** The right-hand side of every Message-ID. */
  readonly host: string;
  readonly now: () => Date;
  readonly log: Logger;
  readonly lanes?: number;
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
        const outcome = await deliver(parts, claimed);
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

/** `sent`: how many text messages were sent before this one, if it is one. */
interface Claimed {
  readonly row: MessageRow;
  readonly sent?: TextCount;
}

/** One try of a claimed message. Returns the outcome, if the mail server or the provider was asked. */
async function deliver(
  { db, mail, texts, kinds, letterhead, unsubscribeLink, host, now, log }: DeliveryParts,
  { row: claimed, sent }: Claimed,
): Promise<MailOutcome['kind'] | undefined> {
  const { id, kind, channel, unknownTries, notAfter, isHeld } = claimed;
  const end = async (state: 'sent' | 'failed' | 'dropped', said: string) => {
    await markMessage(db, claimed, { state, said, endedAt: now(), ...(state === 'dropped' && { address: null }) });
    return undefined;
  };
  // A try whose process died, and of which the provider has reported since.
  if (claimed.providerId !== null && claimed.delivery !== 'undelivered') return end('sent', PROVIDER_HAS_IT);
  if (!mayTryAgain(unknownTries)) return end('failed', NO_ANSWER_TWICE);
  if (isHeld) return end('dropped', NEVER_CONFIRMED);
  if (notAfter !== null && now() > notAfter) return end('dropped', TOO_LATE);
  if (sent) {
    const bounds = texts?.bounds;
    if (!bounds) return end('dropped', TEXTS_OFF);
    if (sent.byClinic >= bounds.perDay) return end('failed', ENOUGH_FOR_CLINIC);
    const { confirmsAddress: isCode } = kinds[kind];
    if (isCode && sent.codes >= mostCodes(bounds)) return end('failed', ENOUGH_CODES);
    if (!isCode && sent.toPerson >= bounds.perPerson) return end('dropped', ENOUGH_FOR_PERSON);
  }
  const composed = await compose().catch((error: unknown) => {
    log.error({ err: error, messageId: id, kind }, 'a message could not be written');
    return { kind: 'refused-for-now', said: 'The message could not be written.' } as const;
  });
  if ('notSent' in composed) return end('dropped', composed.notSent);
  if ('isHeld' in composed) {
    await holdMessage(db, claimed, { heldUntil: heldUntil(claimed), said: HELD, now: now() });
    return undefined;
  }
  // The report of the try before may have come while this one was written.
  if (unknownTries > 0 && (await isReported(db, id))) return end('sent', PROVIDER_HAS_IT);
  const outcome = 'send' in composed ? await composed.send() : composed;
  if ('isUnsubscribed' in outcome && 'to' in composed) await unconfirmPhone(db, composed.to);
  await note(db, { claimed, outcome, now: now() });
  log.info({ messageId: id, kind, outcome: outcome.kind }, 'a message was tried');
  return outcome.kind;

  async function compose(): Promise<Composed | { readonly notSent: string } | { readonly isHeld: true }> {
    const recipient = await findRecipient(db, claimed);
    if ('notSent' in recipient) return recipient;
    const topic = kinds[kind].topicOf(claimed.about);
    const { personId } = claimed;
    if (topic !== undefined && channel === 'email' && texts)
      await queueTextBeside(db, { message: claimed, topic, from: kinds[kind].textFrom(now()), now });
    if (topic !== undefined && personId !== null && !(await wants(db, { personId, topic, channel }))) {
      return { notSent: UNWANTED };
    }
    const found = await kinds[kind].compose(db, { ...claimed, now: now() });
    if ('notSent' in found) return found;
    const { to, isConfirmed } = recipient;
    if (!isConfirmed && !kinds[kind].confirmsAddress) {
      return channel === 'text' ? { notSent: NUMBER_NOT_CONFIRMED } : { isHeld: true };
    }
    if (channel === 'text') {
      const { short } = found;
      if (!texts) return { notSent: TEXTS_OFF };
      if (short === undefined) throw new Error(`Messages of the kind ${kind} have no short form`);
      return { to, send: () => texts.sender.send({ to, text: shortText(short), messageId: id }) };
    }
    const { calendar } = found;
    const unsubscribeUrl = topic && personId !== null ? unsubscribeLink({ personId, topic }) : undefined;
    const footnotes = topic && unsubscribeUrl !== undefined ? [unsubscribeFootnote(topic, unsubscribeUrl)] : [];
    const whole = withParagraph(found, await findParagraph(db, kind));
    const written = await writeMail(whole, { letterhead: letterhead(), footnotes });
    const email = {
      to,
      ...written,
      ...(calendar && { calendar: calendar(to) }),
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      messageId: `${id}@${host}`,
    };
    return { to, send: () => mail.send(email) };
  }
}

/** Whoever wants the same as a text message gets one, once: decided when the turn of the email has come. */
async function queueTextBeside(
  db: Database,
  { message, topic, from, now }: { message: MessageRow; topic: MessageTopic; from: Date | undefined; now: () => Date },
): Promise<void> {
  const { id, kind, personId, about, notAfter } = message;
  if (personId === null || !isSentBy(topic, 'text')) return;
  if (!(await wants(db, { personId, topic, channel: 'text' })) || !(await mayText(db, personId))) return;
  // A text message at night is better than one that comes too late.
  const notBefore = notAfter === null || (from && from < notAfter) ? from : undefined;
  const text = {
    id: uuidv5('text', id),
    kind,
    channel: 'text' as const,
    personId,
    about,
    ...(notBefore && { notBefore }),
    ...(notAfter !== null && { notAfter }),
    now: now(),
  };
  await queueMessagesOnce(db, [text]);
}

/** A message that is ready to be sent. */
interface Composed {
  readonly to: string;
  send(): Promise<MailOutcome | TextOutcome>;
}

async function note(
  db: Database,
  { claimed, outcome, now }: { claimed: MessageRow; outcome: MailOutcome | TextOutcome; now: Date },
): Promise<void> {
  const verdict = afterTry(claimed, outcome.kind, now);
  const isOver = verdict.state !== 'waiting';
  const said = verdict.state === 'failed' && !mayTryAgain(verdict.unknownTries) ? NO_ANSWER_TWICE : outcome.said;
  const providerId = 'providerId' in outcome ? { providerId: outcome.providerId } : {};
  await markMessage(db, claimed, { ...verdict, ...providerId, said, endedAt: isOver ? now : null });
  if (claimed.channel === 'text' && verdict.state !== 'sent') await settleNoted(db, { id: claimed.id, now });
}
