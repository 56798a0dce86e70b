import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type Listing, type PageQuestion, questionFor, readAnswer } from './listing.ts';

/** One page of a list. While the next one loads, the last one stays, marked as such. */
export function useListPage<Row, Order extends string>({
  listing,
  orders,
  keyOf,
  ask,
}: {
  listing: Listing<Order>;
  orders: readonly Order[];
  keyOf: (question: PageQuestion<Order>) => QueryKey;
  ask: (question: PageQuestion<Order>, signal: AbortSignal) => Promise<readonly Row[]>;
}) {
  const question = questionFor(listing, orders);
  return useQuery({
    queryKey: keyOf(question),
    queryFn: async ({ signal }) => ({ listing, ...readAnswer(await ask(question, signal), listing) }),
    placeholderData: keepPreviousData,
  });
}
