import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { Database } from '../../database/database.ts';
import { findPerson } from '../identity/index.ts';
import { defineMessage, type Kind, type Message, queueMessages, type Sender } from '../messages/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
} from './appointment-facts.ts';
import type { BookingRow } from './booking-row.ts';
import type { Cancellation } from './cancel-bookings.ts';
import { findMoneyOf } from './money-queries.ts';
import { listBookings } from './queries.ts';
import { disputedText, presentRefund, type RefundMoney } from './refund-money.ts';
import { listTreatedWithAccount } from './treated-with-account.ts';

/**
 * Tells each patient that their appointments were cancelled, and why: one email for those that are cancelled together.
 * Stores the address now, so that a patient who deletes their account is told too. So is the person treated, if they have
 * got an account of their own since it was booked for them (`listTreatedWithAccount`).
 */
export async function queueCancellationMail(tx: Database, { bookings, now }: Cancellation): Promise<void> {
  const told: Told[] = [];
  const withAccount = await listTreatedWithAccount(tx, bookings);
  for (const booking of bookings.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const { id: bookingId, patientId, treatedId, email: address, hasMoneyLeft, cancelRefund } = booking;
    const money = (hasMoneyLeft && cancelRefund) || 'none paid';
    if (address !== '') told.push({ personId: patientId, address, bookingId, money });
    if (treatedId === patientId || !withAccount.has(treatedId)) continue;
    told.push({ personId: treatedId, address: undefined, bookingId, money: 'none paid' });
  }
  const byEmail = Map.groupBy(told, ({ personId, address }) => [personId, address].join(' '));
  const messages = [...byEmail.values()].flatMap((some): Message[] => {
    const [first] = some;
    if (!first) return [];
    const { personId, address } = first;
    const about = {
      bookingIds: some.map(({ bookingId }) => bookingId).join(' '),
      money: some.map(({ money }) => money).join(','),
    };
    return [{ kind: 'appointment-cancelled', personId, ...(address && { address }), about, now }];
  });
  await queueMessages(tx, messages);
}

interface Told {
  readonly personId: string;
  readonly address: string | undefined;
  readonly bookingId: string;
  /** 'full', 'none' or 'none paid'. */
  readonly money: string;
}

type Canceller = BookingRow['changedAs'] | 'somebody else';

interface Cancelled {
  readonly booking: MailedAppointment;
  /** A sentence about the refund. Empty if nothing was paid, or if a refund of everything had been requested before. */
  readonly money: string;
}

interface Facts {
  readonly cancelled: readonly Cancelled[];
  readonly by: Canceller;
  readonly reason: string;
  /** Whether the clinic cancelled, and the recipient can book again: they have an account. */
  readonly canBookAgain: boolean;
}

/**
 * The email about appointments that were cancelled together. Emails contain no patient's name: it is whatever was typed at
 * sign-up.
 */
export function cancellationMessage({ clinic, publicUrl, calendarOf }: Sender & { calendarOf: MailCalendars }): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { bookingIds = '', money = '' } }) {
      const ids = bookingIds.split(' ');
      const found = await listBookings(db, ids);
      const bookings = found.filter(({ state }) => state === 'cancelled');
      const [first] = bookings;
      if (!first) return { notSent: 'The appointment is not cancelled any more.' };
      const { changedAs, changedBy, changeReason } = first;
      // An appointment for somebody else has two people to tell.
      const by = changedAs === 'patient' && changedBy !== personId ? 'somebody else' : changedAs;
      const moneyOf = new Map(money.split(',').map((one, at) => [ids[at], one]));
      const cancelled: Cancelled[] = [];
      for (const booking of bookings) {
        cancelled.push({ booking, money: refundText(moneyOf.get(booking.id), await findMoneyOf(db, booking)) });
      }
      const isByClinic = by !== 'patient' && by !== 'somebody else';
      const canBookAgain = isByClinic && personId !== null && (await findPerson(db, personId)) !== undefined;
      return { facts: { cancelled, by, reason: changeReason ?? '', canBookAgain } };
    },
    write: ({ cancelled, by, reason, canBookAgain }) => {
      const [first, ...others] = cancelled.map(({ booking }) => booking);
      const { day = '', doctorName = null } = first ?? {};
      const date = mediumDateFromIso(day);
      const isOne = others.length === 0;
      const what = isOne ? 'this appointment' : 'these appointments';
      return {
        subject: isOne
          ? `Your appointment on ${date} was cancelled`
          : `Your ${cancelled.length} appointments from ${date} were cancelled`,
        blocks: [
          { text: whoCancelled(by, { what, doctorName, clinicName: clinic.name }) },
          ...cancelled.flatMap(({ booking, money }) => [
            { facts: appointmentFacts(booking) },
            ...(money === '' ? [] : [{ text: money }]),
          ]),
          ...(by === 'patient' || reason === '' ? [] : [{ quote: reason }]),
          ...(canBookAgain ? [{ label: 'Book another appointment', link: `${publicUrl}/appointment` }] : []),
        ],
        calendar: calendarOf(cancelled.map(({ booking }) => booking)),
      };
    },
    sample: {
      cancelled: [{ booking: { ...SAMPLE_APPOINTMENT, state: 'cancelled' }, money: 'You get back €45.' }],
      by: 'doctor',
      reason: 'I am ill today, and sorry for the trouble.',
      canBookAgain: true,
    },
  });
}

function whoCancelled(
  by: Canceller,
  {
    what,
    doctorName,
    clinicName,
  }: { what: 'this appointment' | 'these appointments'; doctorName: string | null; clinicName: string },
): string {
  if (by === 'patient') return `You cancelled ${what}:`;
  if (by === 'doctor' && doctorName !== null) return `${titledName(doctorName)} cancelled ${what}:`;
  if (by !== 'system' && by !== 'somebody else') return `${clinicName} cancelled ${what}:`;
  return what === 'this appointment' ? 'This appointment was cancelled:' : 'These appointments were cancelled:';
}

function refundText(
  money: string | undefined,
  { refunded, isDisputed }: { refunded: RefundMoney; isDisputed: boolean },
): string {
  if (money === 'none') return 'It was too late to cancel free of charge, so what you paid is not refunded.';
  if (money !== 'full') return '';
  // A payment that is on hold is refunded when it is decided.
  if (refunded.minor === 0 && isDisputed) return disputedText();
  if (refunded.minor === 0) return 'You get back what you paid.';
  return refundSentences(presentRefund(refunded), {
    online: (amount) => `You get back ${amount}.`,
    // Also for those who have no account any more, and get no other email about it.
    atClinic: (amount) => `You get back ${amount} at our front desk. Please tell us the reference.`,
    byInsurance: (amount) => `We settle ${amount} with your insurance.`,
  });
}
