import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Listing, type PageQuestion, questionFor, readAnswer } from './listing.ts';

/** One page of a list. While the next one is on its way the last one stays, as what it was. */
export function useListPage<Row, Order extends string>({
  of,
  listing,
  orders,
  ask,
}: {
  /** The part of the contract that the list belongs to: what changes there is asked for anew. */
  of: 'people' | 'doctors';
  listing: Listing<Order>;
  orders: readonly Order[];
  ask: (question: PageQuestion<Order>, signal: AbortSignal) => Promise<readonly Row[]>;
}) {
  return useQuery({
    queryKey: [[of, 'page'], listing],
    queryFn: async ({ signal }) => ({
      listing,
      ...readAnswer(await ask(questionFor(listing, orders), signal), listing),
    }),
    placeholderData: keepPreviousData,
  });
}
