/** The door of booking for other features. */
export { cancelBookings } from './cancel-booking.ts';
export { cancellationMail } from './cancellation-mail.ts';
export { presentBooking } from './presenter.ts';
export {
  type BookingRow,
  countUpcoming,
  findBooking,
  forgetContactDetails,
  listAllBookingsOfPatient,
  listUnpaidBookings,
  lockBooking,
  setPaid,
} from './store.ts';
