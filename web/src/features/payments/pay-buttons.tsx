import type { Booking } from '@openhours/contract/booking.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { readFailure } from '../../api/failure.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';
import { isHostedPage } from './hosted-page.ts';
import { paymentConfigQuery, refreshPayments } from './payment-queries.ts';

const noPage = 'Payment URL not found. Please try again.';
const couldNotStart = 'Error initiating payment. Please check the console for details.';

/** The two ways to pay online: the provider's page, and a card on our page. */
export function PayButtons({
  booking: { _id, price, currency },
  describedBy,
}: {
  booking: Pick<Booking, '_id' | 'price' | 'currency'>;
  describedBy: string;
}) {
  const queryClient = useQueryClient();
  const [isLeaving, setIsLeaving] = useState(false);
  // The second click of a double click comes before the button is busy.
  const isAsking = useRef(false);
  const order = useMutation({
    mutationFn: async () => {
      const { hostedPageOrigins } = await queryClient.ensureQueryData(paymentConfigQuery);
      const { url } = await client.payments.order({ price, currency, bookingId: _id });
      return url && isHostedPage(url, hostedPageOrigins) ? url : undefined;
    },
    onSuccess: (url) => {
      if (url === undefined) return;
      setIsLeaving(true);
      // The browser's Back button can restore this page in its busy state.
      addEventListener('pageshow', () => setIsLeaving(false), { once: true });
      location.assign(url);
    },
    onError: (error) => {
      if (isRefused(error)) {
        // Show the refusal as a toast, because these buttons may disappear.
        toast.error(error.message);
        void refreshPayments(queryClient);
      } else console.error('Error initiating payment:', error);
    },
    onSettled: () => {
      isAsking.current = false;
    },
  });
  const ask = (): void => {
    if (isAsking.current) return;
    isAsking.current = true;
    order.mutate();
  };
  const isBusy = order.isPending || isLeaving;
  const alert = order.isSuccess && order.data === undefined ? noPage : alertAbout(order.error);
  return (
    <>
      <div className="flex flex-wrap gap-2 lg:flex-nowrap print:hidden">
        <Button variant="secondary" className="px-3.5!" aria-describedby={describedBy} busy={isBusy} onClick={ask}>
          SSL
        </Button>
        <Button
          variant="secondary"
          className="px-3.5!"
          aria-describedby={describedBy}
          // Loaded as a document, because its Content Security Policy allows the card provider.
          onClick={() => location.assign(href.cardPayment(_id))}
        >
          Card
        </Button>
      </div>
      <div role="alert" className="max-w-72">
        {alert && (
          <div className="mt-2">
            <FormErrorText message={alert} />
          </div>
        )}
      </div>
    </>
  );
}

const isRefused = (error: Error): boolean => readFailure(error).kind === 'refused';

function alertAbout(error: Error | null): string | undefined {
  return error && !isRefused(error) ? couldNotStart : undefined;
}
