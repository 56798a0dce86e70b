import type { AgendaAppointment, AgendaCalendar, AgendaDay, AgendaOffer } from '@openhours/contract/agenda.ts';
import type { ClosedPart } from '@openhours/contract/availability.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import { timesOfDay } from '@openhours/contract/closure-days.ts';
import { counted } from '@openhours/contract/counted.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { timeText } from '../../clinic/instant.ts';
import { earlierPaymentNames, stateNames } from '../appointments/state-names.ts';
import type { FreeItem } from './layout.ts';

/** 'Dr. Amara Nwosu', or 'General, on duty' for a calendar without a named doctor. */
export function calendarName({ doctorName, options }: AgendaCalendar): string {
  return doctorName === undefined ? `${options[0]?.treatment ?? 'Treatment'}, on duty` : titledName(doctorName);
}

export function isOfDoctor({ doctorName }: AgendaCalendar): boolean {
  return doctorName !== undefined;
}

/** 'Closed: Christmas', or of a doctor 'Away from 10:00 AM: Ill'. */
export function closedText({ startMinute, minutes, reason, whose }: ClosedPart): string {
  return `${whose === 'clinic' ? 'Closed' : 'Away'}${timesOfDay(startMinute, startMinute + minutes)}: ${reason}`;
}

/** Whether a closing or an absence takes the whole day. Its reason is shown, instead of 'No hours'. */
export function isClosedAllDay({ closed }: Pick<AgendaDay, 'closed'>): boolean {
  return closed.some(({ startMinute, minutes }) => startMinute === 0 && minutes === 1440);
}

/** '09:00 AM free', or for several times in a row '09:00 AM, 3 free'. */
export function freeText({ startMinute, times }: Pick<FreeItem, 'startMinute' | 'times'>): string {
  return `${wallClock(startMinute)}${times.length === 1 ? '' : `, ${times.length}`} free`;
}

/** 'offered until 02:17 PM', for the front desk with the name of the patient. No offer lasts longer than twelve hours. */
export function offeredText({ until, entry }: Pick<AgendaOffer, 'until' | 'entry'>): string {
  return `offered ${entry ? `to ${entry.patient} ` : ''}until ${timeText(until)}`;
}

type Remarked = Pick<
  AgendaAppointment,
  'state' | 'isDoctorAway' | 'isClinicClosed' | 'isNew' | 'isConfirmed' | 'paid' | 'earlierPayment' | 'price'
>;

/** Remarks shown after time, patient and treatment: 'Doctor away', 'Clinic closed', 'Arrived', 'New', 'Confirmed', 'Unpaid', 'Being refunded', 'Refund failed'. */
export function remarks(appointment: Remarked): readonly string[] {
  const { state, isDoctorAway, isClinicClosed, isNew, isConfirmed, price } = appointment;
  return [
    ...(isDoctorAway ? ['Doctor away'] : []),
    ...(isClinicClosed ? ['Clinic closed'] : []),
    ...(state === 'booked' ? [] : [stateNames[state]]),
    ...(isNew ? ['New'] : []),
    ...(isConfirmed && state === 'booked' ? ['Confirmed'] : []),
    ...(price === 0 ? [] : paymentRemarks(appointment)),
  ];
}

function paymentRemarks({ paid, earlierPayment }: Remarked): readonly string[] {
  if (earlierPayment) return [earlierPaymentNames[earlierPayment]];
  return paid ? [] : ['Unpaid'];
}

/** A button that changes the state. */
type StateButton = { to: SettableState; label: string; isUndo: boolean };
export type SettableState = Exclude<BookingState, 'cancelled'>;

/** For each state, the states to which Undo can return. The server allows only the one that came before. */
const undone: Readonly<Partial<Record<BookingState, readonly BookingState[]>>> = {
  arrived: ['booked', 'no-show'],
  'in-progress': ['arrived'],
  done: ['in-progress'],
  'no-show': ['booked'],
};

/** The buttons for the states that can follow: the usual next one first, 'undo' last. Pure. */
export function stateButtons(state: BookingState, become: readonly BookingState[]): readonly StateButton[] {
  const buttons = become.flatMap((to): StateButton[] => {
    if (to === 'cancelled') return [];
    const isUndo = undone[state]?.includes(to) ?? false;
    return [{ to, isUndo, label: isUndo ? `Undo “${stateNames[state]}”` : stateNames[to] }];
  });
  return buttons.toSorted((a, b) => Number(a.isUndo) - Number(b.isUndo));
}

/** The state to go back to after pressing a button by mistake, if the server allows it. */
export function undoOf(state: BookingState, become: readonly BookingState[]): SettableState | undefined {
  return stateButtons(state, become).find(({ isUndo }) => isUndo)?.to;
}

/** Who learns of a delay: those who get an email, and those whom staff have to tell. */
export function notifiedText({ notified, withoutEmail }: { notified: number; withoutEmail: number }): string {
  if (notified + withoutEmail === 0) return 'No patient had to be notified.';
  return [
    ...(notified === 0 ? [] : [`${counted(notified, 'patient was', 'patients were')} notified.`]),
    ...(withoutEmail === 0
      ? []
      : [`${counted(withoutEmail, 'patient gets', 'patients get')} no email: please tell them.`]),
  ].join(' ');
}
