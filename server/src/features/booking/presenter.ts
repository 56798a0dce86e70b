import type { Booking } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { showPhone } from '../identity/index.ts';
import { payBy } from './rules.ts';
import type { BookingRow } from './store.ts';

/** A booking as its patient, its doctor and admins see it. */
export function presentBooking(row: BookingRow): Booking {
  const until = payBy(row);
  return {
    _id: row.id,
    reference: row.reference,
    patient: row.patientName,
    email: row.email,
    phone: showPhone(row.phone),
    treatment: row.treatmentName,
    ...(row.doctorName === null ? {} : { doctorName: row.doctorName }),
    ...(row.doctorPhoto === null ? {} : { doctorPhoto: row.doctorPhoto }),
    appointmentDate: mediumDateFromIso(row.day),
    slot: slotLabel(row),
    startsAt: row.startsAt.toISOString(),
    minutes: row.minutes,
    price: priceOf({ minor: row.priceMinor, currency: row.currency }),
    currency: row.currency,
    paid: row.paid,
    status: row.status,
    ...(row.cancelReason === null ? {} : { cancelReason: row.cancelReason }),
    bookedAt: row.bookedAt.toISOString(),
    ...(until === undefined ? {} : { payBy: until.toISOString() }),
  };
}
