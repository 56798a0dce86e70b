import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { conversationParticipants, messages } from '../../database/schema/conversations.ts';
import { defineMessage, type Kind, queueUnlessPromised, type Sender } from '../messages/index.ts';
import { otherOf } from './list-conversations.ts';
import { findConversation } from './queries.ts';
import { listBlocking } from './store.ts';

/** Whoever is reading gets no email. */
const WAIT_MILLIS = 5 * 60_000;

/**
 * Queues the email that a message waits for somebody. Its id is made from the number of the last message that they have
 * read, so there is one email until they read more. If it was not sent, it is tried again.
 */
export async function queueWaitingMail(
  tx: Database,
  { conversationId, personId, now }: { conversationId: string; personId: string; now: Date },
): Promise<void> {
  const [place] = await tx
    .select({ readNumber: conversationParticipants.readNumber })
    .from(conversationParticipants)
    .where(
      and(eq(conversationParticipants.conversationId, conversationId), eq(conversationParticipants.personId, personId)),
    );
  if (!place) return;
  const about = { conversationId, readNumber: String(place.readNumber) };
  const id = uuidv5(`${personId} ${about.readNumber}`, conversationId);
  const notBefore = new Date(now.getTime() + WAIT_MILLIS);
  await queueUnlessPromised(tx, { id, kind: 'message-waiting', personId, about, notBefore, now });
}

/** Tells somebody that a message waits. It says neither who wrote nor what: emails are read by others too. */
export function messageWaiting({ clinic, publicUrl }: Sender): Kind {
  return defineMessage<{ postId: string }>({
    async find(db, { personId, about: { conversationId = '', readNumber } }) {
      const conversation = personId && (await findConversation(db, { id: conversationId, personId }));
      // If there are unread messages, `markRead` has queued another email about them.
      if (!conversation || conversation.readNumber > Number(readNumber)) return { notSent: 'The message was read.' };
      const { id: otherId } = otherOf(conversation, personId);
      const blocking = await listBlocking(db, { personId, others: [otherId] });
      if (blocking.get(otherId)?.byYou) return { notSent: 'The recipient blocks the sender.' };
      const isUnread = and(
        eq(messages.conversationId, conversationId),
        gt(messages.number, conversation.readNumber),
        ne(messages.senderId, personId),
        isNull(messages.hiddenAt),
      );
      if ((await db.$count(messages, isUnread)) === 0) return { notSent: 'The message was hidden.' };
      return { facts: { postId: conversation.postId } };
    },
    write: ({ postId }) => ({
      subject: 'A message is waiting for you',
      blocks: [
        { text: `Somebody wrote to you at ${clinic.name}.` },
        { label: 'Read the message', link: `${publicUrl}/conversations/${postId}` },
        { text: 'Until you have read it, we send no other email about this conversation.' },
      ],
    }),
    topicOf: () => 'conversation',
    sample: { postId: '01970000-0000-7000-8000-000000000000' },
  });
}
