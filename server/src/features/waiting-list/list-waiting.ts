import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import type { Database } from '../../database/database.ts';
import { findRules } from '../schedule/index.ts';
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
  const offers = await listOpenOffersOf(db, ids);
  if (offers.length === 0) return rows.map((row) => presentEntry(row, undefined, now));
  const rules = await findRules(db);
  const offerOf = new Map(offers.map((found) => [found.offer.entryId, { found, rules }]));
  return rows.map((row) => presentEntry(row, offerOf.get(row.entry.id), now));
}
