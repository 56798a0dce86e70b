import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { chooseSlot, findBooking, freeUntil, type Refusal, readPlan, takeFirst } from '../booking/index.ts';
import type { ClinicRules, Slot } from '../schedule/index.ts';
import { endEntry, findEntry, type ShownEntry } from './entry-store.ts';
import { makeOffers } from './make-offers.ts';
import { isBusyThen, listOpenOffersOf, lockOffering, type ShownOffer } from './offer-store.ts';
import { offerUntil, takeBy } from './offer-time.ts';

/** `date` is 'YYYY-MM-DD'. */
interface HandOffer {
  readonly entryId: string;
  readonly optionId: string;
  readonly date: string;
  readonly slot: string;
}

type HandOfferOutcome =
  | { readonly kind: 'offered'; readonly offer: ShownOffer }
  | Refused<'NOT_FOUND' | 'ALREADY_OFFERED' | 'CANNOT_TAKE'>
  | { readonly kind: 'slot-refused'; readonly refusal: Refusal; readonly treatment: string };

/** Offers a free slot to one person on the waiting list, out of turn. In all else it is like an automatic offer. */
export function offerByHand(
  db: Database,
  { request, by, now }: { request: HandOffer; by: Actor; now: Date },
): Promise<HandOfferOutcome> {
  const { entryId, date } = request;
  return inTransaction(db, async (tx): Promise<HandOfferOutcome> => {
    await lockOffering(tx);
    const found = await findEntry(tx, entryId);
    if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
    if ((await listOpenOffersOf(tx, [entryId])).length > 0) return { kind: 'refused', code: 'ALREADY_OFFERED' };
    const { entry, treatment, treatedName } = found;
    const slotRefused = (refusal: Refusal) => ({ kind: 'slot-refused', refusal, treatment: treatment.name }) as const;
    const plan = await readPlan(tx, { treatment: treatment.name, date });
    const untilOf = await deadlines(tx, { entry, rules: plan.timetable.rules, now });
    const choice = chooseSlot(plan, {
      request: { ...request, agreed: undefined },
      inTimeFor: (slot) => untilOf(slot) !== undefined,
      now,
    });
    if ('code' in choice) return slotRefused(choice);
    const outcome = await takeFirst(choice, async ({ option, slot }) => {
      const until = untilOf(slot);
      if (!until) throw new Error('A slot that was chosen cannot be offered');
      const candidate = { entryId, personId: entry.personId };
      const made = await makeOffers(tx, [{ candidate, option, day: date, slot, until }], now);
      if (made.length === 0) {
        const isBusy = await isBusyThen(tx, { calendarId: option.calendarId, slot });
        return isBusy ? 'taken' : ({ kind: 'refused', code: 'CANNOT_TAKE' } as const);
      }
      await recordAudit(tx, {
        by,
        what: 'offer-slot',
        on: { id: entry.treatedId, name: treatedName },
        outcome: 'done',
        detail: `${treatment.name}, ${mediumDateFromIso(date)}.`,
        now,
      });
      const [shown] = await listOpenOffersOf(tx, [entryId]);
      if (!shown) throw new Error('An offer that was just made was not found');
      return { kind: 'offered', offer: shown } as const;
    });
    return 'kind' in outcome ? outcome : slotRefused(outcome);
  });
}

/** Until when a slot would be offered; `undefined` if it begins too soon. */
async function deadlines(
  tx: Database,
  { entry, rules, now }: { entry: ShownEntry['entry']; rules: ClinicRules; now: Date },
): Promise<(slot: Slot) => Date | undefined> {
  const booking = entry.bookingId === null ? undefined : await findBooking(tx, entry.bookingId);
  const moves = booking && { startsAt: booking.startsAt.getTime(), freeUntil: freeUntil(booking).getTime() };
  return (slot) => offerUntil({ now, ...rules, takeBy: takeBy(slot, { ...rules, moves }) });
}

/** Removes an entry from the list. Returns false if there is no such open entry. */
export function removeEntry(
  db: Database,
  { entryId, by, now }: { entryId: string; by: Actor; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await findEntry(tx, entryId);
    const ended = found && (await endEntry(tx, { id: entryId, as: 'removed', now }));
    if (!ended) return false;
    await recordAudit(tx, {
      by,
      what: 'remove-from-waiting-list',
      on: { id: ended.treatedId, name: found.treatedName },
      outcome: 'done',
      detail: `${found.treatment.name}, ${mediumDateFromIso(ended.firstDay)} to ${mediumDateFromIso(ended.lastDay)}.`,
      now,
    });
    return true;
  });
}
