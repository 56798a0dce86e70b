import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Refetches appointments, free slots and payments. */
export function refreshAfterChange(queryClient: QueryClient): void {
  for (const queryKey of [
    api.booking.key(),
    api.visit.open.key(),
    api.dashboard.key(),
    api.schedule.key(),
    api.availability.key(),
    api.appointments.options.key(),
    api.payments.mine.key(),
    api.payments.ofBooking.key(),
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
