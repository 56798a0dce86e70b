import type { Channel, MessageTopic } from '@openhours/contract/message-topics.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
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

export async function saveChoice(db: Database, choice: Choice & { personId: string }): Promise<void> {
  const { personId, topic, channel } = messageChoices;
  await db
    .insert(messageChoices)
    .values(choice)
    .onConflictDoUpdate({ target: [personId, topic, channel], set: { isOn: choice.isOn } });
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
