import type { BookingState, ChangedAs } from '@openhours/contract/booking-state.ts';
import { dateAt } from '../schedule/index.ts';
import type { BookingRow } from './booking-row.ts';

/** Who may make a transition, and when. */
type Condition =
  /** Staff, on the day of the appointment or later: who came is often recorded the next day. */
  | 'from the day on'
  /** Staff, once the appointment has begun. */
  | 'once begun'
  /** Staff, at any time. */
  | 'by staff'
  /** Staff, at any time. Undoing an arrival restores the state before it. */
  | 'undo'
  /** Staff at any time; the patient and the system before it begins. */
  | 'cancel'
  /** The system, for a payment that comes too late. */
  | 'by the system';

/**
 * What can become of an appointment. ARCHITECTURE.md prints this table, and the trigger `booking_keeps_its_history` has
 * its transitions too; tests compare both with it.
 */
export const TRANSITIONS: Readonly<Record<BookingState, Readonly<Partial<Record<BookingState, Condition>>>>> = {
  booked: { arrived: 'from the day on', 'no-show': 'once begun', cancelled: 'cancel' },
  arrived: { 'in-progress': 'by staff', booked: 'undo', 'no-show': 'undo', cancelled: 'by staff' },
  'in-progress': { done: 'by staff', arrived: 'undo' },
  done: { 'in-progress': 'undo' },
  'no-show': { booked: 'undo', arrived: 'from the day on' },
  cancelled: { booked: 'by the system' },
};

/** The facts about an appointment that decide what it can become. */
export type BookingMoment = Pick<BookingRow, 'state' | 'day' | 'startsAt' | 'arrivedAfterNoShow'>;

/** Whoever asks for a change, and when. */
interface Change {
  readonly as: ChangedAs;
  readonly now: Date;
  /** The clinic's. */
  readonly timeZone: string;
}

type StateRefusal = 'IMPOSSIBLE' | 'DAY_AHEAD' | 'NOT_BEGUN' | 'HAS_BEGUN' | 'NOT_YOURS';

/** Why an appointment cannot become `to`, or `undefined`. Pure. */
export function whyNotBecome(
  to: BookingState,
  booking: BookingMoment,
  { as, now, timeZone }: Change,
): StateRefusal | undefined {
  const condition = TRANSITIONS[booking.state][to];
  if (condition === undefined) return 'IMPOSSIBLE';
  const hasBegun = booking.startsAt <= now;
  const isStaff = as === 'doctor' || as === 'clinic';
  if (condition === 'by the system') return as === 'system' ? undefined : 'NOT_YOURS';
  if (condition === 'cancel') return !isStaff && hasBegun ? 'HAS_BEGUN' : undefined;
  if (!isStaff) return 'NOT_YOURS';
  if (condition === 'from the day on' && dateAt(now, timeZone) < booking.day) return 'DAY_AHEAD';
  if (condition === 'once begun' && !hasBegun) return 'NOT_BEGUN';
  if (condition !== 'undo' || booking.state !== 'arrived') return undefined;
  return (to === 'no-show') === booking.arrivedAfterNoShow ? undefined : 'IMPOSSIBLE';
}

/** The same, as a sentence for the person who asks. Pure. */
export function sayWhyNotBecome(to: BookingState, booking: BookingMoment, change: Change): string | undefined {
  const why = whyNotBecome(to, booking, change);
  return why && stateRefusalMessage(why, { from: booking.state, to });
}

/** The states that somebody can give an appointment now. Pure. */
export function statesAhead(booking: BookingMoment, change: Change): readonly BookingState[] {
  return keysOf(TRANSITIONS[booking.state]).filter((to) => whyNotBecome(to, booking, change) === undefined);
}

/** Whether the patient still waits to be seen, at home or at the clinic. Pure. */
export function isWaiting({ state }: { readonly state: BookingState }): boolean {
  return state === 'booked' || state === 'arrived';
}

function stateRefusalMessage(why: StateRefusal, { from, to }: { from: BookingState; to: BookingState }): string {
  switch (why) {
    case 'IMPOSSIBLE':
    case 'NOT_YOURS':
      return `An appointment that is ${STATE_WORDS[from]} cannot become ${STATE_WORDS[to]}.`;
    case 'DAY_AHEAD':
      return 'The day of the appointment has not begun yet.';
    case 'NOT_BEGUN':
      return 'The appointment has not begun yet.';
    case 'HAS_BEGUN':
      return 'This appointment has begun. Please call the clinic.';
  }
}

const STATE_WORDS: Readonly<Record<BookingState, string>> = {
  booked: 'booked',
  arrived: 'arrived',
  'in-progress': 'in progress',
  done: 'done',
  'no-show': 'a no-show',
  cancelled: 'cancelled',
};

function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): readonly Key[] {
  // Object.keys is typed for objects that may have more keys; this one is a literal above.
  return Object.keys(record) as Key[];
}
