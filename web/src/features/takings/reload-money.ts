import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { refetch } from '../../api/refetch-after.ts';

/** Loads everything again that shows whether something is paid. */
export async function reloadMoney(queryClient: QueryClient): Promise<void> {
  await refetch(queryClient, api.payments, api.clinicPayments, api.appointments, api.booking, api.agenda);
}
