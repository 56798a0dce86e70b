import { isMessageTopic, type MessageTopic } from '@openhours/contract/message-topics.ts';
import { validate as isUuid } from 'uuid';
import { isSame, signature } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { saveChoice } from './choice-store.ts';
import type { Footnote } from './mail-document.ts';

interface Subscription {
  readonly personId: string;
  readonly topic: MessageTopic;
}

/** Makes the address that ends the emails about a topic to a person. */
export type UnsubscribeLink = (subscription: Subscription) => string;

/**
 * The address is signed, so nothing is stored. It never expires, because emails are kept for years. GET is a page with a
 * button, because mail scanners open links; POST ends the emails (RFC 8058).
 */
export function unsubscribeLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): UnsubscribeLink {
  return ({ personId, topic }) =>
    `${publicUrl}/unsubscribe?token=${personId}.${topic}.${signed({ personId, topic, secret })}`;
}

function signed({ personId, topic, secret }: Subscription & { secret: string }): string {
  return signature(secret, `unsubscribe ${personId} ${topic}`).toString('base64url');
}

/** Switches off the emails that a token was made for. Returns their topic; nothing if the token or the person is not real. */
export async function unsubscribe(
  db: Database,
  { token, secret }: { token: string; secret: string },
): Promise<MessageTopic | undefined> {
  const [personId = '', topic = '', given = ''] = token.split('.');
  if (!isUuid(personId) || !isMessageTopic(topic)) return undefined;
  if (!isSame(given, signed({ personId, topic, secret }))) return undefined;
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
