import { validate as isUuid } from 'uuid';
import { isSame, signedToken } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { findPerson } from '../identity/index.ts';
import type { BookingRow } from './booking-row.ts';
import { canConfirm } from './confirm-appointment.ts';
import { canOf } from './presenter.ts';
import { findBooking } from './queries.ts';
import type { BookingReader } from './reader.ts';

/** The link to an appointment in an email. Its text says what the patient can do there when the email is sent. */
export interface VisitLink {
  readonly link: string;
  readonly label: string;
  readonly canMove: boolean;
}

/** Makes the links to appointments of one patient for an email to them, one for each. */
export type VisitLinks = (db: Database, bookings: readonly BookingRow[], now: Date) => Promise<readonly VisitLink[]>;

type Linked = Pick<BookingRow, 'id' | 'patientId' | 'linkKey'>;

/** For the samples that admins see. */
export const SAMPLE_VISIT_LINK: VisitLink = {
  link: 'https://clinic.example/visit#token=sample',
  label: visitLabel({ confirm: true, move: true, cancel: true }),
  canMove: true,
};

function visitLabel({ confirm, move, cancel }: { confirm: boolean; move: boolean; cancel: boolean }): string {
  const verbs = ['See', ...(confirm ? ['confirm'] : []), ...(move ? ['move'] : []), ...(cancel ? ['cancel'] : [])];
  const last = verbs.length > 1 ? ` or ${verbs.pop()}` : '';
  return `${verbs.join(', ')}${last} this appointment`;
}

/**
 * A link is signed (decision 35), so it can be made whenever an email is sent. It ends when the appointment does, when
 * its key is replaced, and when its patient has another address or no account.
 */
export function visitLinks({
  clinic,
  publicUrl,
  secret,
}: {
  clinic: { readonly timeZone: string };
  publicUrl: string;
  secret: string;
}): VisitLinks {
  return async (db, bookings, now) => {
    const [first] = bookings;
    const patient = first && (await findPerson(db, first.patientId));
    const { email = '' } = patient ?? {};
    return bookings.map((booking) => {
      const { move, cancel } = canOf(booking, asPatient(booking.patientId, { now, timeZone: clinic.timeZone }));
      const confirm = booking.confirmedAt === null && canConfirm(booking, now);
      return {
        link: `${publicUrl}/visit#token=${visitToken(booking, { email, secret })}`,
        label: visitLabel({ confirm, move, cancel }),
        canMove: move,
      };
    });
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
  return { booking, reader: asPatient(patient.id, { now, timeZone }) };
}

function asPatient(personId: string, clock: { now: Date; timeZone: string }): BookingReader {
  return { personId, isDoctor: false, isFrontDesk: false, isAdmin: false, ...clock };
}
