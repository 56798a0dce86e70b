import type { Booking } from '@openhours/contract/booking.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CardEntry } from '../card-entry/card-entry.ts';
import { useCardEntry } from '../card-entry/use-card-entry.ts';
import { preparesAgain } from './card-attempt.ts';
import { refreshPayments } from './payment-queries.ts';

/** The approximate height of each card entry, so that the button below does not move. */
const placeOf = { stripe: 'min-h-76', sandbox: 'min-h-[28.125rem] sm:min-h-[21.625rem]' };

/** The provider's card entry and the Pay button, which waits for a client secret. */
export function CardForm({
  booking: { _id: bookingId, price, currency },
  config: { provider, publishableKey, confirmUrl },
  isProcessing,
  message,
  onPay,
}: {
  booking: Pick<Booking, '_id' | 'price' | 'currency'>;
  config: { provider: 'stripe' | 'sandbox'; publishableKey: string; confirmUrl?: string | undefined };
  isProcessing: boolean;
  /** Why the last attempt failed. */
  message: string | undefined;
  onPay: (entry: CardEntry) => void;
}) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<Error>();
  // Safe to repeat: the server reuses a booking's open intent.
  const intent = useMutation({
    mutationFn: (input: { price: number; currency: string; bookingId: string }) =>
      client.payments.createIntent(input, { context: { bearer: true } }),
    onSuccess: () => setFailure(undefined),
    retry: preparesAgain,
    // The booking may have been paid or cancelled, or its price changed.
    onError: (error) => {
      setFailure(error);
      return refreshPayments(queryClient).catch(() => undefined);
    },
  });
  const { mutate: createIntent } = intent;
  const prepare = useCallback(
    () => createIntent({ price, currency, bookingId }),
    [createIntent, price, currency, bookingId],
  );
  useEffect(prepare, [prepare]);

  const clientSecret = intent.data?.clientSecret;
  const settings = useMemo(
    () => clientSecret && { publishableKey, confirmUrl, clientSecret, returnUrl: location.origin + location.pathname },
    [publishableKey, confirmUrl, clientSecret],
  );
  const { box, entry, hasFailed, tryAgain } = useCardEntry({ provider, settings: settings || undefined });

  if (failure) {
    return <ErrorState message={failure.message} query={{ refetch: prepare, isFetching: intent.isPending }} />;
  }
  if (hasFailed)
    return (
      <ErrorState message="Card payments are unavailable right now." query={{ refetch: tryAgain, isFetching: false }} />
    );
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
