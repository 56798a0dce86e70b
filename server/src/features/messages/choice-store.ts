import { type Channel, isOnAtFirst, type MessageTopic } from '@openhours/contract/message-topics.ts';
import { and, asc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { people } from '../../database/schema/identity.ts';
import { clinicMessageChoices, messageChoices } from '../../database/schema/messages.ts';

/** Whether messages about a topic are to be sent through a channel. */
export interface Choice {
  readonly topic: MessageTopic;
  readonly channel: Channel;
  readonly isOn: boolean;
}

/** What a person has chosen. */
export function listChoicesOf(db: Database, personId: string): Promise<readonly Choice[]> {
  const { topic, channel, isOn } = messageChoices;
  return db.select({ topic, channel, isOn }).from(messageChoices).where(eq(messageChoices.personId, personId));
}

/** What the clinic has chosen for everybody who has not. */
export function listChoicesOfClinic(db: Database): Promise<readonly Choice[]> {
  return db.select().from(clinicMessageChoices);
}

/** Those of these people who get no emails about a topic: by their own choice, the clinic's, or the default. */
export async function listNotWanting(
  db: Database,
  { topic, personIds }: { topic: MessageTopic; personIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set();
  const { own, isOn } = emailsAbout(topic);
  const found = await db
    .select({ id: people.id })
    .from(people)
    .leftJoin(messageChoices, own)
    .where(and(inArray(people.id, [...personIds]), not(isOn)));
  return new Set(found.map(({ id }) => id));
}

/** Whether a person gets emails about a topic, in a query that joins their own choice. */
function emailsAbout(topic: MessageTopic) {
  const [own, ofClinic] = [messageChoices, clinicMessageChoices].map((of) =>
    and(eq(of.topic, topic), eq(of.channel, 'email')),
  );
  const usual = sql`(select ${clinicMessageChoices.isOn} from ${clinicMessageChoices} where ${ofClinic})`;
  return {
    own: and(eq(messageChoices.personId, people.id), own),
    isOn: sql`coalesce(${messageChoices.isOn}, ${usual}, ${isOnAtFirst(topic, 'email')})`,
  };
}

/** Saves a choice of somebody who is not deleted. Returns whether there is such a person. */
export async function saveChoice(db: Database, choice: Choice & { personId: string }): Promise<boolean> {
  const { personId, topic, channel } = messageChoices;
  const chooser = db
    .select({
      personId: people.id,
      topic: sql<MessageTopic>`${choice.topic}::text`.as('topic'),
      channel: sql<Channel>`${choice.channel}::text`.as('channel'),
      isOn: sql<boolean>`${choice.isOn}::boolean`.as('is_on'),
    })
    .from(people)
    .where(and(eq(people.id, choice.personId), isNull(people.deletedAt)))
    // A deletion at the same moment waits, and deletes this too.
    .for('key share');
  const { rowCount } = await db
    .insert(messageChoices)
    .select(chooser)
    .onConflictDoUpdate({ target: [personId, topic, channel], set: { isOn: choice.isOn } });
  return rowCount === 1;
}

export async function saveChoiceOfClinic(db: Database, choice: Choice): Promise<void> {
  const { topic, channel } = clinicMessageChoices;
  await db
    .insert(clinicMessageChoices)
    .values(choice)
    .onConflictDoUpdate({ target: [topic, channel], set: { isOn: choice.isOn } });
}

export async function deleteChoicesOf(tx: Database, personId: string): Promise<void> {
  await tx.delete(messageChoices).where(eq(messageChoices.personId, personId));
}

/**
 * The staff who want emails about a topic: the front desk and admins, who see all of the clinic, and of the doctors these.
 * Without a choice of their own, the clinic's applies, or else the default.
 */
export async function listWanting(
  db: Database,
  { topic, doctorIds }: { topic: MessageTopic; doctorIds: readonly string[] | 'all' },
): Promise<readonly { personId: string; seesAll: boolean }[]> {
  const isDesk = or(eq(people.isAdmin, true), eq(people.isFrontDesk, true));
  const doctors = doctorIds === 'all' ? eq(people.isDoctor, true) : inArray(people.id, [...doctorIds]);
  const staff = db
    .select({ id: people.id })
    .from(people)
    .where(isDesk)
    .union(db.select({ id: people.id }).from(people).where(doctors));
  const { own, isOn } = emailsAbout(topic);
  return db
    .select({ personId: people.id, seesAll: sql<boolean>`${isDesk}` })
    .from(people)
    .leftJoin(messageChoices, own)
    .where(and(inArray(people.id, staff), isNull(people.deletedAt), isOn))
    .orderBy(asc(people.id));
}
