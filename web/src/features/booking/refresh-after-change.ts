import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';

/** Refetches appointments, free slots and payments. */
export function refreshAfterChange(queryClient: QueryClient): void {
  invalidate(
    queryClient,
    api.booking,
    api.visit.open,
    api.dashboard,
    api.schedule,
    api.availability,
    api.appointments.options,
    api.payments.mine,
    api.payments.ofBooking,
  );
}
