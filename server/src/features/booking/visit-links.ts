import { validate as isUuid } from 'uuid';
import { isSame, signedToken } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { findPerson } from '../identity/index.ts';
import { type BookingRow, findBooking } from './queries.ts';
import type { BookingReader } from './reader.ts';

/** Makes the links to appointments of one patient for an email to them, one for each. */
export type VisitLinks = (db: Database, bookings: readonly Linked[]) => Promise<readonly string[]>;

type Linked = Pick<BookingRow, 'id' | 'patientId' | 'linkKey'>;

/** For the samples that admins see. */
export const SAMPLE_VISIT_LINK = 'https://clinic.example/visit#token=sample';

/**
 * A link is signed (decision 35), so it can be made whenever an email is sent. It ends when the appointment does, when
 * its key is replaced, and when its patient has another address or no account.
 */
export function visitLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): VisitLinks {
  return async (db, bookings) => {
    const [first] = bookings;
    const patient = first && (await findPerson(db, first.patientId));
    const { email = '' } = patient ?? {};
    return bookings.map((booking) => `${publicUrl}/visit#token=${visitToken(booking, { email, secret })}`);
  };
}

/** @param to.email the address of the patient */
export function visitToken(
  { id, patientId, linkKey }: Linked,
  { email, secret }: { email: string; secret: string },
): string {
  return signedToken(secret, { purpose: 'visit', says: [id], boundTo: [patientId, linkKey, email] });
}

/** The appointment of a token, with its patient as the reader; nothing if the link does not work. */
export async function findVisit(
  db: Database,
  { token, secret, now, timeZone }: { token: string; secret: string; now: Date; timeZone: string },
): Promise<{ readonly booking: BookingRow; readonly reader: BookingReader } | undefined> {
  const [id = ''] = token.split('.');
  if (!isUuid(id)) return undefined;
  const booking = await findBooking(db, id);
  if (!booking || booking.endsAt <= now) return undefined;
  const patient = await findPerson(db, booking.patientId);
  if (!patient) return undefined;
  if (!isSame(token, visitToken(booking, { email: patient.email, secret }))) return undefined;
  const roles = { isDoctor: false, isFrontDesk: false, isAdmin: false };
  return { booking, reader: { personId: patient.id, ...roles, now, timeZone } };
}
