import { api } from '../../api/client.ts';

/** The calls whose answers have appointments, free slots and their payments. */
export const showsAppointments = [
  api.booking,
  api.visit.open,
  api.dashboard,
  api.schedule,
  api.availability,
  api.appointments.options,
  api.payments.mine,
  api.payments.ofBooking,
];
