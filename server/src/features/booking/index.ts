/** The door of booking for other features. */
export { cancelBookings } from './cancel-booking.ts';
export { cancellationMail } from './cancellation-mail.ts';
export { presentBooking } from './presenter.ts';
export { setPaid } from './set-paid.ts';
export {
  type BookingRow,
  countUpcoming,
  findBooking,
  forgetContactDetails,
  listAllBookingsOfPatient,
  listUnpaidBookings,
  lockBooking,
} from './store.ts';
