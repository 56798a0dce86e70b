import type { EarlierPayment } from '@openhours/contract/booking.ts';
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

/** What is shown instead of 'Paid'. */
export const earlierPaymentNames: Readonly<Record<EarlierPayment, string>> = {
  'being-refunded': 'Being refunded',
  'refund-failed': 'Refund failed',
};

// The keys of the record above.
export const states = Object.keys(stateNames) as readonly BookingState[];
