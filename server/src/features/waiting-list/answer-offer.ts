import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Caller } from '../../call/caller.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  type BookingReader,
  bookSlot,
  findBooking,
  lockForBooking,
  type MoveAppointment,
  type Patient,
  queueNewBookingMail,
  type Refusal,
  type SlotRequest,
} from '../booking/index.ts';
import { findDependant, findPerson, shownEmail } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { endOffers, type FoundOffer, findOffer, lockOffer } from './offer-store.ts';

export type NotAccepted =
  | Refused<'NOT_FOUND'>
  | Refused<'OFFER_OVER', { message: string }>
  | Refused<'NOT_MOVABLE', { message: string }>;

export type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly bookingId: string }
  | NotAccepted
  | {
      readonly kind: 'slot-refused';
      readonly refusal: Refusal;
      readonly wanted: ReturnType<typeof wantedOf>;
    };

interface Acceptance {
  readonly offerId: string;
  /** To whom the offer was made. */
  readonly holder: Pick<Caller, 'personId' | 'name' | 'email' | 'emailVerified'>;
  readonly reader: BookingReader;
  /** The price that they were shown; `undefined` if staff accept it for them. */
  readonly agreed: { readonly price: number; readonly currency: string } | undefined;
  /** Whoever accepts it for them. */
  readonly staff?: Actor;
  readonly moveAppointment: MoveAppointment;
}

/**
 * Books an offered slot for its holder, or moves their appointment there, as booking and moving do. If that is refused,
 * the offer stays as it was. A trigger ends the offer and the entry with the booking.
 */
export function acceptOffer(db: Database, acceptance: Acceptance): Promise<AcceptOutcome> {
  const { offerId, holder, reader, staff } = acceptance;
  return inTransaction(db, async (tx): Promise<AcceptOutcome> => {
    // Before the lock of the offer, in the order in which booking takes them.
    await lockForBooking(tx, holder.personId);
    const found = await lockOffer(tx, { id: offerId, personId: holder.personId });
    if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
    const { state, bookingId, expiresAt } = found.offer;
    if (state === 'accepted' && bookingId !== null) {
      const isBooked = (await findBooking(tx, bookingId))?.state !== 'cancelled';
      if (isBooked) return { kind: 'accepted', bookingId };
    }
    if (state !== 'open' || expiresAt <= reader.now) {
      return { kind: 'refused', code: 'OFFER_OVER', message: whyOver(found, { name: staff && holder.name }) };
    }
    return found.entry.bookingId === null
      ? book(tx, found, acceptance)
      : move(tx, { found, bookingId: found.entry.bookingId }, acceptance);
  });
}

/** Accepts an offer for its holder, who is on the telephone: as the front desk books and moves for them. */
export async function acceptForPatient(
  db: Database,
  { staff, ...acceptance }: Pick<Acceptance, 'offerId' | 'reader' | 'moveAppointment'> & { staff: Actor },
): Promise<AcceptOutcome> {
  const found = await findOffer(db, acceptance.offerId);
  const person = found && (await findPerson(db, found.entry.personId));
  if (!person) return { kind: 'refused', code: 'NOT_FOUND' };
  const { id: personId, name, emailVerified } = person;
  const holder = { personId, name, email: shownEmail(person.email), emailVerified };
  return acceptOffer(db, { ...acceptance, holder, agreed: undefined, staff });
}

/** @param name the patient's name; `undefined` if the patient is the reader */
function whyOver({ offer: { state }, entry: { endedAt } }: FoundOffer, { name }: { name: string | undefined }): string {
  const who = name ?? 'You';
  if (state === 'accepted') return `${who} accepted this offer, but the appointment is no longer booked.`;
  if (state === 'declined') return `${who} declined this offer, and it went to the next person.`;
  const what = state === 'withdrawn' ? 'was withdrawn.' : 'expired and went to the next person.';
  const stillWaits = ` ${name === undefined ? 'You are' : `${name} is`} still on the waiting list.`;
  return `This offer ${what}${endedAt === null ? stillWaits : ''}`;
}

function wantedOf({ offer, treatment, treatedName: patient }: FoundOffer) {
  return { treatment, date: offer.day, slot: slotLabel(offer), patient };
}

async function book(tx: Database, found: FoundOffer, { holder, reader, agreed, staff }: Acceptance) {
  const wanted = wantedOf(found);
  const { treatedId } = found.entry;
  const { personId } = holder;
  const { name, email, emailVerified } = holder;
  const patient: Patient = { personId, name, email, emailVerified };
  const treated = treatedId === personId ? undefined : await findDependant(tx, { id: treatedId, guardianId: personId });
  if (treatedId !== personId && !treated) {
    return { kind: 'slot-refused', wanted, refusal: { code: 'PERSON_UNKNOWN' } } as const;
  }
  const phone = (await findPerson(tx, personId))?.phone ?? '';
  const request: SlotRequest = { ...wanted, optionId: found.offer.optionId, phone, agreed };
  const booked = await bookSlot(tx, {
    request,
    patient: { ...patient, ...(treated && { treated: { personId: treated.id, name: treated.name } }) },
    now: reader.now,
    ...(staff && { bookedBy: { id: staff.personId, as: 'clinic' } as const, holderId: personId }),
  });
  if (booked.code !== 'BOOKED') return { kind: 'slot-refused', wanted, refusal: booked } as const;
  const { bookingId } = booked;
  const { now } = reader;
  const bookings = [{ id: bookingId, calendarId: found.offer.calendarId }];
  await queueNewBookingMail(tx, { bookings, by: (staff ?? holder).personId, now });
  if (staff) {
    const on = { id: treatedId, name: (treated ?? holder).name };
    const detail = `${wanted.treatment} on ${mediumDateFromIso(wanted.date)}, from the waiting list`;
    await recordAudit(tx, { by: staff, what: 'book-for-patient', on, outcome: 'done', detail, now });
    if (email !== '') {
      await queueMessage(tx, {
        kind: 'appointment-booked',
        personId,
        about: { bookingIds: bookingId, by: 'clinic' },
        now,
      });
    }
  }
  return { kind: 'accepted', bookingId } as const;
}

async function move(
  tx: Database,
  { found, bookingId }: { found: FoundOffer; bookingId: string },
  { reader, agreed, holder, staff, moveAppointment }: Acceptance,
) {
  const { date, slot } = wantedOf(found);
  const request = { date, slot, optionId: found.offer.optionId, price: agreed?.price, currency: agreed?.currency };
  const moved = await moveAppointment(tx, {
    bookingId,
    request,
    version: undefined,
    reader,
    ...(staff && { actor: staff }),
    holderId: holder.personId,
  });
  switch (moved.kind) {
    case 'moved':
      return { kind: 'accepted', bookingId } as const;
    case 'slot-refused':
      return { kind: 'slot-refused', refusal: moved.refusal, wanted: wantedOf(found) } as const;
    case 'refused': {
      const isGone = `${staff ? `${holder.name} no longer has` : 'You no longer have'} this appointment.`;
      return { kind: 'refused', code: 'NOT_MOVABLE', message: 'message' in moved ? moved.message : isGone } as const;
    }
  }
}

type DeclineOutcome = { readonly kind: 'declined' } | Exclude<NotAccepted, { code: 'NOT_MOVABLE' }>;

/** Declines an offer. One that is over already counts as declined. */
export function declineOffer(
  db: Database,
  { offerId, personId }: { offerId: string; personId: string },
): Promise<DeclineOutcome> {
  return inTransaction(db, async (tx): Promise<DeclineOutcome> => {
    await lockForBooking(tx, personId);
    const found = await lockOffer(tx, { id: offerId, personId });
    if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
    if (found.offer.state === 'accepted') {
      const message = 'You have already accepted this offer. To give up the time, cancel the appointment.';
      return { kind: 'refused', code: 'OFFER_OVER', message };
    }
    await endOffers(tx, { ids: [offerId], state: 'declined' });
    return { kind: 'declined' };
  });
}
