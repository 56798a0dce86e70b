import { isMessageTopic, type MessageTopic } from '@openhours/contract/message-topics.ts';
import { validate as isUuid } from 'uuid';
import { isSame, signedToken } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { findPerson } from '../identity/index.ts';
import { saveChoice } from './choice-store.ts';
import type { Footnote } from './mail-document.ts';

interface Subscription {
  readonly personId: string;
  /** The address that gets the emails. */
  readonly email: string;
  readonly topic: MessageTopic;
}

/** Makes the link with which a person stops the emails about a topic. */
export type UnsubscribeLink = (subscription: Subscription) => string;

/**
 * The link is signed, so nothing is stored. It does not expire, because emails are kept for years, but stops
 * working when the person's address changes. GET is a page with a button, because mail scanners open links; POST stops the
 * emails (RFC 8058).
 */
export function unsubscribeLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): UnsubscribeLink {
  return (subscription) => `${publicUrl}/unsubscribe?token=${tokenOf(subscription, secret)}`;
}

function tokenOf({ personId, email, topic }: Subscription, secret: string): string {
  return signedToken(secret, { purpose: 'unsubscribe', says: [personId, topic], boundTo: [email] });
}

/** Switches off the emails that a token was made for. Returns their topic; nothing if the link does not work. */
export async function unsubscribe(
  db: Database,
  { token, secret }: { token: string; secret: string },
): Promise<MessageTopic | undefined> {
  const [personId = '', topic = ''] = token.split('.');
  if (!isUuid(personId) || !isMessageTopic(topic)) return undefined;
  const person = await findPerson(db, personId);
  if (!person || !isSame(token, tokenOf({ personId, email: person.email, topic }, secret))) return undefined;
  const isSaved = await saveChoice(db, { personId, topic, channel: 'email', isOn: false });
  return isSaved ? topic : undefined;
}

const WHY: Readonly<Record<MessageTopic, string>> = {
  'reminder-week': 'You get a reminder a week before an appointment.',
  'reminder-day': 'You get a reminder a day before an appointment.',
  'reminder-hours': 'You get a reminder two hours before an appointment.',
  conversation: 'You get an email when a message waits for you.',
  'waiting-list': 'You get an email when a time that you are waiting for is free.',
  'new-bookings': 'You get an email about each new appointment.',
  'cancelled-bookings': 'You get an email about each cancelled or moved appointment.',
  'morning-summary': "You get an email with the day's appointments every morning.",
};

/** The last lines of an email about a topic: why the recipient gets it, and how that ends. */
export function unsubscribeFootnote(topic: MessageTopic, url: string): Footnote {
  return { text: WHY[topic], link: { label: 'Stop these emails', url } };
}
