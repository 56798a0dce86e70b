import type { Booking } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { priceOf } from '../../money.ts';
import type { BookingRow } from './store.ts';

/** A booking as its patient, its doctor and admins see it. */
export function presentBooking(row: BookingRow): Booking {
  return {
    _id: row.id,
    patient: row.patientName,
    email: row.email,
    phone: row.phone,
    treatment: row.treatmentName,
    ...(row.doctorName === null ? {} : { doctorName: row.doctorName }),
    ...(row.doctorPhoto === null ? {} : { doctorPhoto: row.doctorPhoto }),
    appointmentDate: mediumDateFromIso(row.day),
    slot: slotLabel(row),
    startsAt: row.startsAt.toISOString(),
    price: priceOf({ minor: row.priceMinor, currency: row.currency }),
    paid: row.paid,
    status: row.status,
    ...(row.cancelReason === null ? {} : { cancelReason: row.cancelReason }),
    bookedAt: row.bookedAt.toISOString(),
  };
}
