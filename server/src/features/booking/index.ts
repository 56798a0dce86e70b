/** What other features may import from booking. */
export { agendaLink } from './agenda-link.ts';
export {
  appointmentFacts,
  cancellationFacts,
  forWhom,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
  whenText,
  withWeekday,
} from './appointment-facts.ts';
export { appointmentWords, auditChange } from './audit-change.ts';
export { bookAgain, bookedAgainMessage, giveTimeAfterOutage, giveTimeToPay, lockForPayment } from './book-again.ts';
export type { BookingSettings } from './book-appointment.ts';
export { bookSlot, type Patient, readPlan } from './book-slot.ts';
export type { BookingRow } from './booking-row.ts';
export { type BookingInCalendar, listBookingsForCalendar } from './calendar-queries.ts';
export {
  type CancelBookings,
  type Cancellation,
  cancelAllOfPerson,
  cancelBookingsWith,
  countDisputed,
  countDisputedWithDoctor,
  countWithoutRefund,
  listRefundsAtClinic,
} from './cancel-bookings.ts';
export { chooseSlot, type SlotRequest, takeFirst } from './choose-slot.ts';
export { claimTime } from './claim-time.ts';
export { findClosedOptionOf } from './closed-option.ts';
export { findNextBooking, summariseUnpaid } from './dashboard-queries.ts';
export { HOLDS_JOB, holdsJob } from './end-holds.ts';
export { type FollowingBooking, followTimeZone, listFollowingBookings } from './follow-time-zone.ts';
export { cancellationMessage, queueCancellationMail } from './mail-cancellation.ts';
export { moveMessage, queueMoveMail } from './mail-move.ts';
export { howToPay, paymentDueMessage } from './mail-payment-due.ts';
export { reminderMessage } from './mail-reminder.ts';
export {
  cancelledBookingsMessage,
  newBookingsMessage,
  queueNewBookingMail,
  queueStaffCancellationMail,
} from './mail-staff.ts';
export { movedBookingMessage, queueStaffMoveMail } from './mail-staff-move.ts';
export { findClash, giveBookings } from './merge-store.ts';
export { type Move, type MoveAppointment, moveAppointmentWith } from './move-appointment.ts';
export { termsOf } from './pay-by.ts';
export { canOf, presenterFor } from './presenter.ts';
export { publishCancellation, publishMove } from './publish-change.ts';
export {
  countUpcoming,
  findBooking,
  findPayBy,
  listAllBookingsOf,
  listBookings,
  listPatientsAtLimit,
  listUnpaidBookings,
  listUpcomingTimes,
  type UpcomingFilter,
} from './queries.ts';
export { REMINDERS_JOB, remindersJob } from './queue-reminders.ts';
export {
  type BookingReader,
  cancelsAs,
  findBookingFor,
  findBookingForStaff,
  readerOf,
  readsAs,
} from './reader.ts';
export { refusalError } from './refusal-error.ts';
export { RELEASE_JOB, releaseJob } from './release-unpaid.ts';
export {
  bookedPrice,
  chosenAt,
  freeUntil,
  isSamePrice,
  type Refusal,
  refundAfterMove,
  refusalMessage,
  refuseUnconfirmed,
  staffRefusalMessage,
  whyNotMove,
} from './rules.ts';
export { become, publishToStaff } from './set-state.ts';
export { whyNotBecome } from './states.ts';
export {
  forgetContactDetails,
  lockBooking,
  lockForBooking,
  setEmailOfBookings,
  setPayAtClinic,
} from './store.ts';
export { SAMPLE_VISIT_LINK, type VisitLink, type VisitLinks, visitLinks } from './visit-links.ts';
