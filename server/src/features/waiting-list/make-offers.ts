import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { queueMessage } from '../messages/index.ts';
import type { Slot } from '../schedule/index.ts';
import { insertOffers, type NewOffer } from './offer-store.ts';

/** A slot to offer to somebody. */
interface SlotToOffer {
  readonly candidate: { readonly entryId: string; readonly personId: string };
  readonly option: { readonly optionId: string; readonly calendarId: string };
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly slot: Slot;
  readonly until: Date;
}

/**
 * Offers slots: takes the times, and queues the messages. Leaves out those that are taken, and those whose person cannot take them
 * any more. Open pages show the others as taken; a trigger tells the pages of whoever gets them. Returns the ids of the entries that
 * got one.
 */
export async function makeOffers(tx: Database, slots: readonly SlotToOffer[], now: Date): Promise<readonly string[]> {
  const made = await insertOffers(
    tx,
    slots.map((slot) => newOffer(slot, now)),
  );
  for (const { offer, personId } of made) {
    const { id: offerId, day, expiresAt: notAfter } = offer;
    await publish(tx, { to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } });
    await queueMessage(tx, { kind: 'waiting-list-offer', personId, about: { offerId }, notAfter, now });
  }
  return made.map(({ offer }) => offer.entryId);
}

function newOffer({ candidate, option, day, slot, until }: SlotToOffer, now: Date): NewOffer {
  return {
    offer: {
      id: uuidv7(),
      entryId: candidate.entryId,
      optionId: option.optionId,
      calendarId: option.calendarId,
      day,
      startMinute: slot.startMinute,
      minutes: slot.minutes,
      startsAt: new Date(slot.from),
      endsAt: new Date(slot.to),
      offeredAt: now,
      expiresAt: until,
    },
    busyUntil: new Date(slot.busyUntil),
    personId: candidate.personId,
  };
}
