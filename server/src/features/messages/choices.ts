import { isOnAtFirst } from '@openhours/contract/message-topics.ts';
import type { Database } from '../../database/database.ts';
import { type Choice, listChoicesOf, listChoicesOfClinic } from './choice-store.ts';

type Which = Pick<Choice, 'topic' | 'channel'>;

/** Whether a person gets messages about a topic: their choice, else the clinic's, else our default. */
export async function wants(db: Database, { personId, ...which }: Which & { personId: string }): Promise<boolean> {
  return isChosen(which, { own: await listChoicesOf(db, personId), clinic: await listChoicesOfClinic(db) });
}

/** Whether messages are on. A person's own choice comes before the clinic's. Pure. */
export function isChosen(
  which: Which,
  { own, clinic }: { own: readonly Choice[]; clinic: readonly Choice[] },
): boolean {
  const isIt = ({ topic, channel }: Choice) => topic === which.topic && channel === which.channel;
  return (own.find(isIt) ?? clinic.find(isIt))?.isOn ?? isOnAtFirst(which.topic, which.channel);
}
