import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CardEntry } from './card-entry.ts';
import { refreshPayments } from './payment-queries.ts';
import { useCardEntry } from './use-card-entry.ts';

/** About the height of each card entry, so that the button under it stays where it is. */
const placeOf = { stripe: 'min-h-76', sandbox: 'min-h-[28.125rem] sm:min-h-[21.625rem]' };

/** The provider's card entry and the Pay button, which waits for a client secret. */
export function CardForm({
  booking: { _id, price },
  config: { provider, publishableKey, confirmUrl },
  isProcessing,
  message,
  onPay,
}: {
  booking: Pick<Booking, '_id' | 'price'>;
  config: { provider: 'stripe' | 'sandbox'; publishableKey: string; confirmUrl?: string | undefined };
  isProcessing: boolean;
  /** Why the last attempt came to nothing. */
  message: string | undefined;
  onPay: (entry: CardEntry) => void;
}) {
  // Asking again gives the same one: the open intent of a booking is used again.
  const intent = useQuery(
    api.payments.createIntent.queryOptions({
      input: { price, bookingId: _id },
      context: { bearer: true },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  );
  // A refusal means that the booking stands otherwise than this page believes.
  const queryClient = useQueryClient();
  useEffect(() => {
    if (intent.isError) void refreshPayments(queryClient).catch(() => undefined);
  }, [intent.isError, queryClient]);

  const clientSecret = intent.data?.clientSecret;
  const settings = useMemo(
    () => clientSecret && { publishableKey, confirmUrl, clientSecret, returnUrl: location.origin + location.pathname },
    [publishableKey, confirmUrl, clientSecret],
  );
  const { box, entry, hasFailed, tryAgain } = useCardEntry({ provider, settings: settings || undefined });

  if (intent.isError) {
    return <ErrorState message={intent.error.message} onRetry={() => void intent.refetch()} busy={intent.isFetching} />;
  }
  if (hasFailed) return <ErrorState message="Card payments are unavailable right now." onRetry={tryAgain} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (entry && !isProcessing) onPay(entry);
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-label="Pay by card">
      <div className={classNames('grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]', placeOf[provider])}>
        <div ref={box} className={classNames('text-base', !entry && 'invisible')} />
        {!entry && (
          <div className="grid grid-rows-[1fr_auto_auto] gap-4">
            <p role="status" className="sr-only">
              Loading…
            </p>
            <Skeleton className="h-full" />
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
          </div>
        )}
      </div>
      <FormError message={message} />
      <Button type="submit" disabled={!entry} busy={isProcessing} size="large">
        Pay
      </Button>
    </form>
  );
}
