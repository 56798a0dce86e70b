import { titledName } from '@openhours/contract/titled-name.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { defineMessage, type Kind, queueMessage } from '../messages/index.ts';
import { findEndedEntry } from './entry-store.ts';
import { endEntriesOfClosedOptions } from './expiry-store.ts';

/**
 * Ends the entries for doctors who can no longer be booked for the treatment: nothing would ever be offered to them. Tells
 * those who waited.
 */
export function endClosedEntries(db: Database, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const { id: entryId, personId } of await endEntriesOfClosedOptions(tx, now)) {
      await queueMessage(tx, { kind: 'waiting-list-ended', personId, about: { entryId }, now });
    }
  });
}

interface Facts {
  /** Who would be treated, if not the recipient. */
  readonly forWhom: string | undefined;
  readonly treatment: string;
  readonly doctorName: string | null;
}

/** The email about it. */
export function waitingListEndedMessage({ publicUrl }: { publicUrl: string }): Kind {
  return defineMessage<Facts>({
    async find(db, { about: { entryId = '' } }) {
      const found = await findEndedEntry(db, entryId);
      if (!found) return { notSent: 'The entry has not ended.' };
      const { entry, treatment, doctorName, treatedName } = found;
      const forWhom = entry.treatedId === entry.personId ? undefined : treatedName;
      return { facts: { forWhom, treatment: treatment.name, doctorName } };
    },
    write: ({ forWhom, treatment, doctorName }) => ({
      subject: 'You are no longer on the waiting list',
      blocks: [
        { text: 'You waited for an appointment that can no longer be booked, so we took you off the waiting list:' },
        {
          facts: [
            ...(forWhom === undefined ? [] : [['For', forWhom] as const]),
            ...(doctorName === null ? [] : [['With', titledName(doctorName)] as const]),
            ['Treatment', treatment],
          ],
        },
        { text: 'You can book another doctor, or wait for one, if the treatment is still offered.' },
        { label: 'See what is free', link: `${publicUrl}/appointment` },
      ],
    }),
    topicOf: () => 'waiting-list',
    sample: { forWhom: undefined, treatment: 'Check-up', doctorName: 'Ada Winter' },
  });
}
