import type { BookingState } from '@openhours/contract/booking-state.ts';

/** The states of an appointment, as the staff call them. */
export const stateNames: Readonly<Record<BookingState, string>> = {
  booked: 'Booked',
  arrived: 'Arrived',
  'in-progress': 'With the doctor',
  done: 'Done',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
};

// The keys of the record above.
export const states = Object.keys(stateNames) as readonly BookingState[];
