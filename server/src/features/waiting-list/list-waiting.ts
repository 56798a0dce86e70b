import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import type { Database } from '../../database/database.ts';
import { listEntriesOf, type ShownEntry } from './entry-store.ts';
import { listOpenOffersOf } from './offer-store.ts';
import { presentEntry } from './presenter.ts';

/** What a person waits for, with what is offered to them. */
export async function listWaitingOf(
  db: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<WaitingListEntry[]> {
  return withOffers(db, await listEntriesOf(db, personId), now);
}

/** Entries with what is offered for them. */
export async function withOffers(db: Database, rows: readonly ShownEntry[], now: Date): Promise<WaitingListEntry[]> {
  const ids = rows.map(({ entry }) => entry.id);
  const offers = new Map((await listOpenOffersOf(db, ids)).map((offer) => [offer.offer.entryId, offer]));
  return rows.map((row) => presentEntry(row, offers.get(row.entry.id), now));
}
