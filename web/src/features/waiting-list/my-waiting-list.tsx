import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';

const entriesQuery = api.waitingList.list.queryOptions();

// Most patients are not on the waiting list.
const OfferCard = lazy(async () => ({ default: (await import('./offer-card.tsx')).OfferCard }));
const MyEntryCard = lazy(async () => ({ default: (await import('./my-entry-card.tsx')).MyEntryCard }));
const LeaveDialog = lazyDialog(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** What the reader is offered. Nothing if there is none, or if it could not be loaded: it comes by email as well. */
export function MyOffers() {
  const { data = [] } = useQuery(entriesQuery);
  return (
    <>
      <p role="status" className="sr-only">
        {data.map(({ offer }) => offer && `Offered to you: ${offer.appointmentDate}, ${offer.slot}. `)}
      </p>
      <Suspense>
        {data.map((entry) => entry.offer && <OfferCard key={entry.offer._id} entry={entry} offer={entry.offer} />)}
      </Suspense>
    </>
  );
}

/** Whether the reader is offered a time. */
export function useHasOffer(): boolean {
  return useQuery(entriesQuery).data?.some(({ offer }) => offer) ?? false;
}

/** What the reader waits for. */
export function MyEntries() {
  const { data = [] } = useQuery(entriesQuery);
  const leaving = useChosen<WaitingListEntry>();
  return (
    <Suspense>
      {data.length > 0 && (
        <section aria-labelledby="waiting-list" className="grid gap-4">
          <h2 id="waiting-list" className="text-heading">
            Waiting list
          </h2>
          <ul className="grid gap-3">
            {data.map((entry) => (
              <li key={entry._id} className="min-w-0">
                <MyEntryCard entry={entry} onRemove={() => leaving.open(entry)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ChosenDialog of={leaving}>{(entry, dialog) => <LeaveDialog {...dialog} entry={entry} />}</ChosenDialog>
    </Suspense>
  );
}
