import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Loads everything again that shows whether something is paid. */
export async function reloadMoney(queryClient: QueryClient): Promise<void> {
  const shown = [api.payments, api.clinicPayments, api.appointments, api.booking, api.agenda];
  await Promise.all(shown.map((group) => queryClient.invalidateQueries({ queryKey: group.key() })));
}
