import type {
  AgendaAppointment,
  AgendaBlock,
  AgendaCalendar,
  AgendaClosure,
  AgendaDay,
  AgendaOffer,
  TimeOfDay,
} from '@openhours/contract/agenda.ts';
import type { BookingNote } from '@openhours/contract/booking-notes.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { type BookingReader, bookedPrice, canOf } from '../booking/index.ts';
import { emailsTo, showPhone } from '../identity/index.ts';
import { type ClosureOfDay, presentClosedPart } from '../schedule/index.ts';
import type { CalendarOfAgenda, DayOfCalendar } from './find-agenda.ts';
import type { NoteRow } from './note-store.ts';
import { isAheadIn } from './rules.ts';
import type { AgendaBooking, AgendaTime } from './store.ts';
import { timeOf, timeOfBlock } from './time-of-day.ts';

export function presentCalendar({ id, options }: CalendarOfAgenda): AgendaCalendar {
  const { doctorName = null, doctorPhoto = null } = options[0] ?? {};
  return {
    _id: id,
    ...(doctorName === null ? {} : { doctorName }),
    ...(doctorPhoto === null ? {} : { doctorPhoto }),
    options: options
      .filter(({ isBookable }) => isBookable)
      .map(({ optionId, treatment, minutes, colour }) => ({ _id: optionId, treatment, minutes, colour })),
  };
}

export function presentDay(day: DayOfCalendar, reader: BookingReader): AgendaDay {
  const closed = day.closed.map(presentClosure);
  const { clinic = [], doctor = [] } = Object.groupBy(closed, ({ whose }) => whose);
  return {
    calendarId: day.calendarId,
    date: day.date,
    hours: day.openings.map(timeOf),
    closed,
    appointments: day.bookings.map((booking) => ({
      ...presentBooking(booking, reader),
      isDoctorAway: isAheadIn(doctor, booking),
      isClinicClosed: isAheadIn(clinic, booking),
    })),
    blocks: day.blocks.map((block) => presentBlock(block, reader.timeZone)),
    held: day.holds.map(timeOfHold),
    offered: day.offers.map((offer) => presentOffer(offer, reader)),
    free: day.free.map(({ optionId, startMinutes }) => ({ optionId, startMinutes: [...startMinutes] })),
    ...(day.lateMinutes === undefined ? {} : { lateMinutes: day.lateMinutes }),
  };
}

export function presentBlock(block: AgendaTime, timeZone: string): AgendaBlock {
  return { _id: block.id, ...timeOfBlock(block, timeZone), reason: block.reason ?? '' };
}

export function presentNote({ id, text, writtenAt, by, struckAt, struckBy }: NoteRow): BookingNote {
  return {
    _id: id,
    text,
    at: writtenAt.toISOString(),
    by,
    ...(struckAt === null ? {} : { struck: { at: struckAt.toISOString(), by: struckBy ?? '' } }),
  };
}

/** Doctors do not read the waiting list. */
function presentOffer(
  { time, offer: { entryId, expiresAt, patient } }: DayOfCalendar['offers'][number],
  { isFrontDesk, isAdmin }: BookingReader,
): AgendaOffer {
  return {
    ...timeOfHold(time),
    until: expiresAt.toISOString(),
    ...((isFrontDesk || isAdmin) && { entry: { _id: entryId, patient } }),
  };
}

function presentClosure(closure: ClosureOfDay): AgendaClosure {
  const { id, firstDay, lastDay, fromMinute, toMinute } = closure;
  return { _id: id, from: firstDay, to: lastDay, fromMinute, toMinute, ...presentClosedPart(closure) };
}

function presentBooking(
  booking: AgendaBooking,
  reader: BookingReader,
): Omit<AgendaAppointment, 'isDoctorAway' | 'isClinicClosed'> {
  const { id, reference, startMinute, minutes, patientId, patientName, phone, visitReason, isNew, optionId } = booking;
  const { treatmentName, colour, currency, paid, earlierPayment, state, version } = booking;
  return {
    _id: id,
    reference,
    startMinute,
    minutes,
    patientId,
    patient: patientName,
    emails: emailsTo(booking.addressee),
    phone: showPhone(phone),
    ...(visitReason === '' ? {} : { visitReason }),
    isNew,
    isConfirmed: booking.confirmedAt !== null,
    optionId,
    treatment: treatmentName,
    colour,
    price: priceOf(bookedPrice(booking)),
    currency,
    paid,
    ...(earlierPayment === null ? {} : { earlierPayment }),
    state,
    version,
    can: canOf(booking, reader),
  };
}

/** Its length is the time that passes, like that of an appointment. */
function timeOfHold({ startMinute, startsAt, busyUntil }: AgendaTime): TimeOfDay {
  return { startMinute, minutes: Math.round((busyUntil.getTime() - startsAt.getTime()) / 60_000) };
}
