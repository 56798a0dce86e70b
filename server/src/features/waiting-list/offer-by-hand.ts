import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  type BareRefusal,
  chooseSlot,
  findBooking,
  freeUntil,
  type Refusal,
  withNearestSlots,
} from '../booking/index.ts';
import { dayInView, findTimetable, type Slot } from '../schedule/index.ts';
import { newOffer, notifyOfOffer } from './offer-slots.ts';
import { offerUntil, takeBy } from './offer-time.ts';
import {
  endEntry,
  findEntry,
  insertOffers,
  isBusyThen,
  listOpenOffersOf,
  listOptionsOfTreatments,
  lockOffering,
  type NewOffer,
  type ShownEntry,
  type ShownOffer,
} from './store.ts';

/** `date` is 'YYYY-MM-DD'. */
export interface HandOffer {
  readonly entryId: string;
  readonly optionId: string;
  readonly date: string;
  readonly slot: string;
}

export type HandOfferOutcome =
  | { readonly kind: 'offered'; readonly offer: ShownOffer }
  | { readonly kind: 'not found' | 'offered already' | 'cannot take' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly treatment: string };

/** Offers a free slot to one person on the waiting list, out of turn. In all else it is like an automatic offer. */
export async function offerByHand(
  db: Database,
  { request, by, now }: { request: HandOffer; by: Actor; now: Date },
): Promise<HandOfferOutcome> {
  const { entryId, optionId, date } = request;
  const outcome = await inTransaction(db, async (tx) => {
    await lockOffering(tx);
    const found = await findEntry(tx, entryId);
    if (!found) return { kind: 'not found' } as const;
    if ((await listOpenOffersOf(tx, [entryId])).length > 0) return { kind: 'offered already' } as const;
    const { entry, treatment } = found;
    const bare = (refusal: BareRefusal) => ({ kind: 'bare', refusal, treatment: treatment.name }) as const;
    const option = (await listOptionsOfTreatments(tx, [entry.treatmentId])).find((one) => one.optionId === optionId);
    if (!option) return bare({ code: 'TREATMENT_UNKNOWN' });
    const chosen = await chooseOffered(tx, { option, request, found, now });
    if ('code' in chosen) return bare(chosen);
    const offer = newOffer({
      candidate: { ...entry, entryId },
      option,
      day: date,
      ...chosen,
      offeredBy: by.personId,
      now,
    });
    return made(tx, { offer, by, treatment: treatment.name, slot: chosen.slot, personName: found.treatedName, now });
  });
  if (outcome.kind !== 'bare') return outcome;
  const { refusal, treatment } = outcome;
  return { kind: 'refused', treatment, refusal: await withNearestSlots(db, { refusal, treatment, date, now }) };
}

/** The slot and the deadline for an answer, or why the slot cannot be offered. */
async function chooseOffered(
  tx: Database,
  of: {
    option: Awaited<ReturnType<typeof listOptionsOfTreatments>>[number];
    request: HandOffer;
    found: ShownEntry;
    now: Date;
  },
): Promise<{ slot: Slot; until: Date } | BareRefusal> {
  const { option, request, found, now } = of;
  const { date, slot: label } = request;
  const timetable = await findTimetable(tx, { first: date, last: date, calendarIds: [option.calendarId] });
  const { rules } = timetable;
  const view = dayInView({ date, clinic: rules, now });
  const booking = found.entry.bookingId === null ? undefined : (await findBooking(tx, found.entry.bookingId))?.booking;
  const moves = booking && { startsAt: booking.startsAt.getTime(), freeUntil: freeUntil(booking).getTime() };
  const untilOf = (slot: Slot) => offerUntil({ now, ...rules, takeBy: takeBy(slot, { ...rules, moves }) });
  const choice = chooseSlot([option], {
    request: { slot: label, agreed: undefined },
    view,
    timetable,
    isInTime: (slot) => untilOf(slot) !== undefined,
    now,
  });
  if ('code' in choice) return choice;
  const slot = choice[0]?.slot;
  const until = slot && untilOf(slot);
  return slot && until ? { slot, until } : { code: 'SLOT_NOT_OFFERED', nearMinute: undefined };
}

async function made(
  tx: Database,
  of: { offer: NewOffer; by: Actor; treatment: string; slot: Slot; personName: string; now: Date },
) {
  const { offer, by, treatment, slot, personName, now } = of;
  const written = await insertOffers(tx, [offer]);
  if (written.length === 0) {
    const isBusy = await isBusyThen(tx, offer);
    return isBusy
      ? ({ kind: 'bare', refusal: { code: 'SLOT_TAKEN', nearMinute: slot.startMinute }, treatment } as const)
      : ({ kind: 'cannot take' } as const);
  }
  await notifyOfOffer(tx, offer);
  await recordAudit(tx, {
    by,
    what: 'offer-slot',
    on: { id: offer.personId, name: personName },
    outcome: 'done',
    detail: `${treatment}, ${mediumDateFromIso(offer.offer.day)}.`,
    now,
  });
  const [shown] = await listOpenOffersOf(tx, [offer.offer.entryId]);
  if (!shown) throw new Error('An offer that was just made was not found');
  return { kind: 'offered', offer: shown } as const;
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
      on: { id: ended.personId, name: found.treatedName },
      outcome: 'done',
      detail: `${found.treatment.name}, ${mediumDateFromIso(ended.firstDay)} to ${mediumDateFromIso(ended.lastDay)}.`,
      now,
    });
    return true;
  });
}
