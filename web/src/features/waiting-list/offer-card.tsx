import type { WaitingListEntry, WaitingListOffer } from '@openhours/contract/waiting-list.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { refetch } from '../../api/refetch-after.ts';
import { serverNow } from '../../clinic/clock.ts';
import { deadlineText } from '../../clinic/instant.ts';
import { priceText } from '../../clinic/price.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { treatmentText } from '../appointments/treatment-text.ts';
import { showsAppointments } from '../booking/shows-appointments.ts';
import { termsText } from '../booking/terms-words.ts';
import { useMoveTerms } from '../booking/use-move-terms.ts';
import { leftText } from './entry-words.ts';

/** Each answer's message replaces the one before, which would cover the card on a phone. */
const topic = 'booking';

/** What somebody is offered, how long it is kept for them, and the two answers. */
export function OfferCard({ entry, offer }: { entry: WaitingListEntry; offer: WaitingListOffer }) {
  const id = useId();
  const queryClient = useQueryClient();
  const { price, currency, earlierThan } = entry;
  const answer = {
    onError: (error: Error): void => toast.error(failureMessage(error), { topic }),
    // Also after a failure: if the offer is over, the card disappears, and it may have been booked although the answer was lost.
    meta: { refetches: [api.waitingList, ...showsAppointments], waits: true },
  };
  const accept = useMutation({
    mutationFn: () => client.waitingList.accept({ id: offer._id, price, currency }),
    onSuccess: () => {
      const what = earlierThan ? 'Appointment moved to' : 'Booking confirmed:';
      toast.success(`${what} ${offer.appointmentDate}, ${offer.slot}`, { topic });
    },
    ...answer,
  });
  const decline = useMutation({
    mutationFn: () => client.waitingList.decline({ id: offer._id }),
    onSuccess: () => toast.success('Thanks for telling us. You are still on the waiting list.', { topic }),
    ...answer,
  });
  const left = useLeft(offer.expiresAt, () => refetch(queryClient, api.waitingList));
  const { bookingId: _id = '', ...booked } = earlierThan ?? { price, currency };
  const move = useMoveTerms({ _id, ...booked }, earlierThan && { ...offer, price, currency });
  const terms = offer.terms ? termsText(offer.terms) : move.text;
  return (
    <Card role="region" aria-labelledby={id} className="grid gap-4 border-pine! bg-pine-soft!">
      <div className="grid gap-1">
        <h2 id={id} className="text-heading">
          A time is free for {entry.isForSomebodyElse ? entry.patient : 'you'}
        </h2>
        <p className="text-lg font-semibold tabular-nums">
          {offer.appointmentDate}, <span className="whitespace-nowrap">{offer.slot}</span>
        </p>
        <p>
          <bdi dir="ltr">{treatmentText({ ...entry, doctorName: offer.doctorName })}</bdi>, {priceText(entry)}
        </p>
        {earlierThan && (
          <p className="text-muted">
            Instead of {earlierThan.appointmentDate}, <span className="whitespace-nowrap">{earlierThan.slot}</span>
          </p>
        )}
      </div>
      <p>
        Held for you until {deadlineText(offer.expiresAt)}
        <span aria-hidden="true" className="tabular-nums">{` (${leftText(left)} left)`}</span>
      </p>
      {terms && (
        <p id={`${id}-terms`} className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
          {terms}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={accept.isPending || move.isLoading}
          disabled={decline.isPending}
          aria-describedby={`${id} ${id}-terms`}
          onClick={() => accept.mutate()}
        >
          {earlierThan ? 'Move my appointment' : 'Book it'}
        </Button>
        <Button
          variant="secondary"
          busy={decline.isPending}
          disabled={accept.isPending}
          aria-describedby={id}
          onClick={() => decline.mutate()}
        >
          No, thanks
        </Button>
      </div>
    </Card>
  );
}

/** How many milliseconds are left, every second. Asks for the offers again when none are. */
function useLeft(expiresAt: string, onOver: () => unknown): number {
  const [now, setNow] = useState(serverNow);
  const left = Date.parse(expiresAt) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = window.setInterval(() => {
      setNow(serverNow());
      if (serverNow() >= Date.parse(expiresAt)) onOver();
    }, 1000);
    return () => window.clearInterval(timer);
  }, [isOver, expiresAt, onOver]);
  return left;
}
