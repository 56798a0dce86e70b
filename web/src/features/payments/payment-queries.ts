import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type client } from '../../api/client.ts';

export type PaymentConfig = Awaited<ReturnType<typeof client.payments.config>>;

/** The clinic's payment settings. They do not change while the page is open. */
export const paymentConfigQuery = queryOptions({
  ...api.payments.config.queryOptions(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Refetches everything that shows payments. */
export async function refreshPayments(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.booking.key() }),
    queryClient.invalidateQueries({ queryKey: api.payments.ofBooking.key() }),
    queryClient.invalidateQueries({ queryKey: api.payments.mine.key() }),
  ]);
}
