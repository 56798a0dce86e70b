import { instantText } from '@openhours/contract/instant-text.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { Written } from '../messages/index.ts';
import type { BookingRow } from './booking-row.ts';
import { freeUntil } from './rules.ts';

/** What an email says about an appointment. */
export type MailedAppointment = Pick<
  BookingRow,
  | 'id'
  | 'patientId'
  | 'treatedId'
  | 'patientName'
  | 'treatmentName'
  | 'doctorName'
  | 'day'
  | 'startMinute'
  | 'minutes'
  | 'reference'
  | 'startsAt'
  | 'endsAt'
  | 'state'
  | 'version'
  | 'changedAt'
>;

/** The appointments of an email for the recipient's calendar. The calendar feature gives it to the kinds in `message-kinds.ts`. */
export type MailCalendars = (bookings: readonly MailedAppointment[]) => Written['calendar'];

type Fact = readonly [label: string, value: string];

/** For a child or somebody else whom the recipient looks after, whose it is. */
export function forWhom({
  treatedId,
  patientId,
  patientName,
}: Pick<MailedAppointment, 'treatedId' | 'patientId' | 'patientName'>): readonly Fact[] {
  return treatedId === patientId ? [] : [['For', patientName]];
}

/** For whom, when, with whom and what, for emails. */
export function appointmentFacts(booking: MailedAppointment): readonly Fact[] {
  const { treatmentName, doctorName, reference } = booking;
  return [
    ...forWhom(booking),
    ['When', withWeekday(booking.day, whenText(booking))],
    ...(doctorName === null ? [] : [['With', titledName(doctorName)] as const]),
    ['Treatment', treatmentName],
    ['Reference', reference],
  ];
}

/** Until when it can be cancelled free of charge, or that nothing is refunded; none if it costs nothing. */
export function cancellationFacts(
  booking: Parameters<typeof freeUntil>[0] & Pick<BookingRow, 'priceMinor'>,
  { now, timeZone }: { now: Date; timeZone: string },
): readonly Fact[] {
  if (booking.priceMinor === 0) return [];
  const until = freeUntil(booking);
  return [
    until > now ? ['Free to cancel until', instantText(until, timeZone)] : ['If you cancel', 'You get no refund.'],
  ];
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** 'Mon, Jan 8, 2024, …': people check the weekday, and notice by it if they have booked the wrong date. */
export function withWeekday(day: string, text: string): string {
  return `${weekday.format(new Date(day))}, ${text}`;
}

export function whenText(time: Pick<MailedAppointment, 'day' | 'startMinute' | 'minutes'>): string {
  return `${mediumDateFromIso(time.day)}, ${slotLabel(time)}`;
}

/** The same with the doctor: what an appointment was before it was moved. */
export function whenAndWith(time: Pick<MailedAppointment, 'day' | 'startMinute' | 'minutes' | 'doctorName'>): string {
  return `${whenText(time)}${time.doctorName === null ? '' : `, with ${titledName(time.doctorName)}`}`;
}

/** What an email to staff says: see `mail-staff.ts`. */
export function factsForStaff(booking: MailedAppointment): readonly Fact[] {
  return appointmentFacts(booking).filter(([label]) => label !== 'Treatment' && label !== 'For');
}

/** For the samples that admins see. */
export const SAMPLE_APPOINTMENT: MailedAppointment = {
  id: '01970000-0000-7000-8000-000000000000',
  patientId: '01970000-0000-7000-8000-000000000001',
  treatedId: '01970000-0000-7000-8000-000000000001',
  patientName: 'Sam Rivera',
  treatmentName: 'Check-up',
  doctorName: 'Ada Winter',
  day: '2031-03-14',
  startMinute: 9 * 60,
  minutes: 30,
  reference: 'K7M2QX',
  startsAt: new Date('2031-03-14T09:00:00Z'),
  endsAt: new Date('2031-03-14T09:30:00Z'),
  state: 'booked',
  version: 1,
  changedAt: new Date('2031-03-01T09:00:00Z'),
};
