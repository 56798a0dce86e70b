import type { ClinicRules } from '@openhours/contract/clinic.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { ListedEntry, WaitingListEntry, WaitingListOffer } from '@openhours/contract/waiting-list.ts';
import { bookedPrice, termsOf } from '../booking/index.ts';
import { emailsTo, shownEmail, showPhone } from '../identity/index.ts';
import type { ShownEntry } from './entry-store.ts';
import type { ShownOffer } from './offer-store.ts';
import type { PlannedOffer } from './plan-offers.ts';

/** An entry as its person and staff see it. An offer whose time is over is not shown. */
export function presentEntry(
  row: ShownEntry,
  offer: { readonly found: ShownOffer; readonly rules: ClinicRules } | undefined,
  now: Date,
): WaitingListEntry {
  const { entry, treatment, doctorName, treatedName, booking } = row;
  const { priceMinor: minor, currency } = treatment;
  return {
    _id: entry.id,
    treatment: treatment.name,
    specialtyId: entry.treatmentId,
    price: priceOf({ minor, currency }),
    currency,
    ...(entry.optionId === null ? {} : { optionId: entry.optionId }),
    ...(doctorName === null ? {} : { doctorName }),
    from: entry.firstDay,
    to: entry.lastDay,
    times: entry.times,
    patient: treatedName,
    isForSomebodyElse: entry.treatedId !== entry.personId,
    ...(entry.bookingId === null || booking === null
      ? {}
      : {
          earlierThan: {
            bookingId: entry.bookingId,
            appointmentDate: mediumDateFromIso(booking.day),
            slot: slotLabel(booking),
            price: priceOf(bookedPrice(booking)),
            currency: booking.currency,
          },
        }),
    joinedAt: entry.joinedAt.toISOString(),
    ...(offer && offer.found.offer.expiresAt > now ? { offer: withTerms(offer, row, now) } : {}),
  };
}

/** One that moves an appointment has the terms of the move, which are asked for before it. */
function withTerms(
  { found, rules }: { readonly found: ShownOffer; readonly rules: ClinicRules },
  { entry, treatment }: ShownEntry,
  now: Date,
): WaitingListOffer {
  const { startsAt } = found.offer;
  const terms =
    entry.bookingId === null ? termsOf({ startsAt, priceMinor: treatment.priceMinor, rules, now }) : undefined;
  return { ...presentOffer(found), ...(terms && { terms }) };
}

/** A time to call somebody about, in the words of an offer. */
export function presentTimeToCallAbout({
  option: { optionId, doctorName },
  day,
  slot,
}: Pick<PlannedOffer, 'option' | 'day' | 'slot'>): ListedEntry['callAbout'] {
  return {
    optionId,
    ...(doctorName !== null && { doctorName }),
    appointmentDate: mediumDateFromIso(day),
    slot: slotLabel(slot),
  };
}

/** How staff reach whoever waits. */
export function presentAddressee(
  addressee: ShownEntry['addressee'],
  { isWanted }: { isWanted: boolean },
): Pick<ListedEntry, 'email' | 'emails' | 'phone'> {
  const { email, phone } = addressee;
  const emails = emailsTo(addressee);
  return {
    email: shownEmail(email),
    emails: emails === 'on' && !isWanted ? 'unwanted' : emails,
    phone: showPhone(phone ?? ''),
  };
}

export function presentOffer({ offer, doctorName }: ShownOffer): WaitingListOffer {
  return {
    _id: offer.id,
    optionId: offer.optionId,
    ...(doctorName === null ? {} : { doctorName }),
    appointmentDate: mediumDateFromIso(offer.day),
    slot: slotLabel(offer),
    startsAt: offer.startsAt.toISOString(),
    minutes: offer.minutes,
    offeredAt: offer.offeredAt.toISOString(),
    expiresAt: offer.expiresAt.toISOString(),
  };
}
