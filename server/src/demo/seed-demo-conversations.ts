import { inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { conversationParticipants, conversations, messages, people, posts } from '../database/schema/index.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { DEMO_CONVERSATION, DEMO_POSTS } from './conversations.ts';

/** Posts of the demo doctors and a conversation of the demo patient, unless there are posts already. */
export async function seedDemoConversations(
  db: Database,
  { doctorIds, now }: { doctorIds: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const present = await db
    .select({ id: posts.id })
    .from(posts)
    .where(inArray(posts.authorId, [...doctorIds.values()]))
    .limit(1);
  if (present.length > 0) return;

  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const written = DEMO_POSTS.flatMap(({ slug, minutesAgo, description }) => {
    const authorId = doctorIds.get(slug);
    const postedAt = ago(minutesAgo);
    const id = uuidv7({ msecs: postedAt.getTime() });
    return authorId === undefined ? [] : [{ id, authorId, description, postedAt }];
  });
  const [, , patient] = DEMO_ACCOUNTS;
  const [person] = await db
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.email, [patient.email]));
  const [first] = written;
  await db.transaction(async (tx) => {
    if (written.length > 0) await tx.insert(posts).values(written);
    if (first && person) await seedConversation(tx, { post: first, patientId: person.id, ago });
  });
}

async function seedConversation(
  tx: Database,
  conversation: { post: { id: string; authorId: string }; patientId: string; ago: (minutes: number) => Date },
): Promise<void> {
  const { post, patientId: openerId, ago } = conversation;
  const { id: postId, authorId } = post;
  const conversationId = uuidv7();
  const said = DEMO_CONVERSATION.map(({ by, minutesAgo, text }, index) => ({
    id: uuidv7({ msecs: ago(minutesAgo).getTime() }),
    conversationId,
    number: index + 1,
    senderId: by === 'patient' ? openerId : authorId,
    text,
    sentAt: ago(minutesAgo),
  }));
  const last = said.at(-1);
  if (!last) return;
  const { sentAt: activeAt, number: messageCount } = last;
  await tx
    .insert(conversations)
    .values({ id: conversationId, postId, authorId, openerId, createdAt: said[0]?.sentAt ?? activeAt, messageCount });
  await tx.insert(messages).values(said);
  // The doctor's last message is unread.
  await tx.insert(conversationParticipants).values([
    { conversationId, personId: authorId, readNumber: messageCount, unread: 0, activeAt },
    { conversationId, personId: openerId, readNumber: messageCount - 1, unread: 1, activeAt },
  ]);
}
