import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type client } from '../../api/client.ts';

export type PaymentConfig = Awaited<ReturnType<typeof client.payments.config>>;

/** How the clinic takes payments; the same for everyone, for as long as the page stands. */
export const paymentConfigQuery = queryOptions({
  ...api.payments.config.queryOptions(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** After money moved: what shows it is asked for anew. */
export async function refreshPayments(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.booking.key() }),
    queryClient.invalidateQueries({ queryKey: api.payments.ofBooking.key() }),
    queryClient.invalidateQueries({ queryKey: api.payments.mine.key() }),
  ]);
}
