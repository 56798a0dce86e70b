import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type client } from '../../api/client.ts';
import { refetch } from '../../api/refetch-after.ts';

export type PaymentConfig = Awaited<ReturnType<typeof client.payments.config>>;

/** The clinic's payment settings. They do not change while the page is open. */
export const paymentConfigQuery = queryOptions({
  ...api.payments.config.queryOptions(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Refetches everything that shows payments. */
export async function refreshPayments(queryClient: QueryClient): Promise<void> {
  await refetch(queryClient, api.booking, api.payments.ofBooking, api.payments.mine);
}
