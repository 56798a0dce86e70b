import { isSentBy, type MessageTopic } from '@openhours/contract/message-topics.ts';
import type { Logger } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import type { TextBounds } from '../../config/text-messages.ts';
import type { Database } from '../../database/database.ts';
import type { MailOutcome, MailSender } from '../../providers/mail/port.ts';
import type { TextOutcome, TextSender } from '../../providers/text-messages/port.ts';
import { mayText, unconfirmPhone } from '../identity/index.ts';
import { wants } from './choices.ts';
import type { Letterhead } from './mail-document.ts';
import type { MessageKinds, Written } from './message-kind.ts';
import { findParagraph, withParagraph } from './paragraphs.ts';
import { queueMessagesOnce } from './queue-message.ts';
import { findRecipient } from './recipient.ts';
import {
  afterTry,
  endWithoutTry,
  HELD,
  heldUntil,
  mayTryAgain,
  NO_ANSWER_TWICE,
  NUMBER_NOT_CONFIRMED,
  PROVIDER_HAS_IT,
  TEXTS_OFF,
  type TextCount,
  textWaitsUntil,
  UNWANTED,
} from './rules.ts';
import { shortText } from './short-text.ts';
import { holdMessage, isReported, type MessageRow, markMessage, settleNoted } from './store.ts';
import { type UnsubscribeLink, unsubscribeFootnote } from './unsubscribe.ts';
import { writeMail } from './write-mail.ts';

export interface TryParts {
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
}

/** `sent`, for a text message: how many were sent before this one. */
export interface Claimed {
  readonly row: MessageRow;
  readonly sent?: TextCount;
}

/** A message that is ready to be sent. */
interface Composed {
  readonly to: string;
  send(): Promise<MailOutcome | TextOutcome>;
}

/** Tries a claimed message once. Returns the outcome, or undefined if it was not sent to the mail server or the provider. */
export async function tryMessage(parts: TryParts, { row, sent }: Claimed): Promise<MailOutcome['kind'] | undefined> {
  const { db, kinds, texts, now, log } = parts;
  const { id, kind } = row;
  const end = async (how: { state: 'sent' | 'failed' | 'unreachable' | 'dropped'; said: string }) => {
    const isGivenUp = how.state === 'unreachable' || how.state === 'dropped';
    await markMessage(db, row, { ...how, endedAt: now(), ...(isGivenUp && { address: null }) });
    return undefined;
  };
  const waitsUntil =
    row.channel === 'text'
      ? textWaitsUntil({ notAfter: row.notAfter, from: kinds[kind].textFrom(now(), row.about), now: now() })
      : undefined;
  if (waitsUntil) {
    // Not a try: the provider was not asked.
    await markMessage(db, row, { state: 'waiting', tries: row.tries - 1, dueAt: waitsUntil });
    return undefined;
  }
  const untried = endWithoutTry(row, {
    sent,
    bounds: texts?.bounds,
    confirmsAddress: kinds[kind].confirmsAddress,
    now: now(),
  });
  if (untried) return end(untried);
  const composed = await compose(parts, row).catch((error: unknown) => {
    log.error({ err: error, messageId: id, kind }, 'a message could not be written');
    return { kind: 'refused-for-now', said: 'The message could not be written.' } as const;
  });
  if ('notSent' in composed) {
    return end({ state: composed.isUnreachable ? 'unreachable' : 'dropped', said: composed.notSent });
  }
  if ('isHeld' in composed) {
    await holdMessage(db, row, { heldUntil: heldUntil(row), said: HELD, now: now() });
    return undefined;
  }
  // The provider's report of the previous try may have arrived while this one was written.
  if (row.unknownTries > 0 && (await isReported(db, id))) return end({ state: 'sent', said: PROVIDER_HAS_IT });
  const outcome = 'send' in composed ? await composed.send() : composed;
  if ('isUnsubscribed' in outcome && 'to' in composed) await unconfirmPhone(db, composed.to);
  await recordOutcome(db, { row, outcome, now: now() });
  log.info({ messageId: id, kind, outcome: outcome.kind }, 'a message was tried');
  return outcome.kind;
}

/** Writes a message for its recipient, or says why it is not sent, or that their address is not confirmed yet. */
async function compose(
  parts: TryParts,
  row: MessageRow,
): Promise<Composed | { readonly notSent: string; readonly isUnreachable?: true } | { readonly isHeld: true }> {
  const { db, kinds, texts, now } = parts;
  const { id, kind, channel, personId, about } = row;
  const recipient = await findRecipient(db, row);
  if ('notSent' in recipient) return recipient;
  const topic = kinds[kind].topicOf(about);
  if (topic !== undefined && channel === 'email' && texts) await queueTextBeside(db, { row, topic, now: now() });
  if (topic !== undefined && personId !== null && !(await wants(db, { personId, topic, channel }))) {
    return { notSent: UNWANTED };
  }
  const written = await kinds[kind].compose(db, { ...row, now: now() });
  if ('notSent' in written) return written;
  const { to, isConfirmed } = recipient;
  if (!isConfirmed && !kinds[kind].confirmsAddress) {
    return channel === 'text' ? { notSent: NUMBER_NOT_CONFIRMED } : { isHeld: true };
  }
  if (channel === 'email') return composeEmail(parts, { row, topic, to, written });
  if (!texts) return { notSent: TEXTS_OFF };
  const { short } = written;
  if (short === undefined) throw new Error(`Messages of the kind ${kind} have no short form`);
  return { to, send: () => texts.sender.send({ to, text: shortText(short), messageId: id }) };
}

async function composeEmail(
  { db, mail, letterhead, unsubscribeLink, host }: TryParts,
  of: { row: MessageRow; topic: MessageTopic | undefined; to: string; written: Written },
): Promise<Composed> {
  const { row, topic, to, written } = of;
  const { id, kind, personId } = row;
  const unsubscribeUrl = topic && personId !== null ? unsubscribeLink({ personId, email: to, topic }) : undefined;
  const footnotes = topic && unsubscribeUrl !== undefined ? [unsubscribeFootnote(topic, unsubscribeUrl)] : [];
  const whole = withParagraph(written, await findParagraph(db, kind));
  const email = {
    to,
    ...(await writeMail(whole, { letterhead: letterhead(), footnotes })),
    ...(written.calendar && { calendar: written.calendar(to) }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    messageId: `${id}@${host}`,
  };
  return { to, send: () => mail.send(email) };
}

/** Queues the same message as a text message, once, if the recipient wants that. Called when the email is about to be sent. */
async function queueTextBeside(
  db: Database,
  { row, topic, now }: { row: MessageRow; topic: MessageTopic; now: Date },
): Promise<void> {
  const { id, kind, personId, about, notAfter } = row;
  if (personId === null || !isSentBy(topic, 'text')) return;
  if (!(await wants(db, { personId, topic, channel: 'text' })) || !(await mayText(db, personId))) return;
  const text = {
    id: uuidv5('text', id),
    kind,
    channel: 'text' as const,
    personId,
    about,
    ...(notAfter !== null && { notAfter }),
    now,
  };
  await queueMessagesOnce(db, [text]);
}

async function recordOutcome(
  db: Database,
  { row, outcome, now }: { row: MessageRow; outcome: MailOutcome | TextOutcome; now: Date },
): Promise<void> {
  const verdict = afterTry(row, outcome.kind, now);
  const isOver = verdict.state !== 'waiting';
  const said = verdict.state === 'failed' && !mayTryAgain(verdict.unknownTries) ? NO_ANSWER_TWICE : outcome.said;
  const providerId = 'providerId' in outcome ? { providerId: outcome.providerId } : {};
  await markMessage(db, row, { ...verdict, ...providerId, said, endedAt: isOver ? now : null });
  if (row.channel === 'text' && verdict.state !== 'sent') await settleNoted(db, { id: row.id, now });
}
