import type { Booking } from '@openhours/contract/booking.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { fieldOf } from '../../api/http.ts';
import { queryClient } from '../../api/query-client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { priceText } from '../schedule/price-text.ts';
import { CardForm } from './card-form.tsx';
import { PaidPanel } from './paid-panel.tsx';
import { paymentConfigQuery } from './payment-queries.ts';
import { type PaymentState, paymentState } from './payment-state.ts';
import { record, useCardPayment } from './use-card-payment.ts';

const askAgainMillis = 2000;
const bankSaidNo = 'Your bank did not confirm the payment. Please try again, or use another card.';

/**
 * The booking and what was paid for it, fresh. Who comes back from the bank's own page brings the id of an attempt: what
 * the address says of it proves nothing, the clinic asks the provider.
 */
const opened = (id: string, transactionId: string | null) =>
  queryOptions({
    queryKey: ['payment page', id, transactionId],
    staleTime: Number.POSITIVE_INFINITY,
    // Each of the questions below is asked again by itself.
    retry: false,
    queryFn: async (): Promise<'ready' | 'nothing' | 'recorded' | 'refused'> => {
      try {
        const [booking] = await Promise.all([
          queryClient.fetchQuery({ ...api.booking.one.queryOptions({ input: { id } }), staleTime: 0 }),
          queryClient.fetchQuery({
            ...api.payments.ofBooking.queryOptions({ input: { bookingId: id } }),
            staleTime: 0,
          }),
          queryClient.ensureQueryData(paymentConfigQuery),
        ]);
        if (transactionId === null) return 'ready';
        return (await record(booking, transactionId)).kind === 'recorded' ? 'recorded' : 'refused';
      } catch (error) {
        if (fieldOf(error, 'status') === 404) return 'nothing';
        throw error;
      }
    },
  });

export function Component() {
  const { id = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const { data: state } = useSuspenseQuery(opened(id, parameters.get('payment_intent')));
  const isBack = state === 'recorded' || state === 'refused';
  useEffect(() => {
    if (isBack) setParameters(state === 'refused' ? { bank: 'no' } : {}, { replace: true });
  }, [isBack, state, setParameters]);
  if (isBack) return null;
  if (state === 'ready') {
    return <PaymentOf key={id} id={id} firstMessage={parameters.has('bank') ? bankSaidNo : undefined} />;
  }
  return (
    <>
      <PageHeading title="Appointment not found">There is no appointment of yours at this address.</PageHeading>
      <BackLink />
    </>
  );
}

function PaymentOf({ id, firstMessage }: { id: string; firstMessage: string | undefined }) {
  const { email } = useSignedInUser();
  const { data: booking } = useSuspenseQuery(api.booking.one.queryOptions({ input: { id } }));
  const { payment, pay, giveUp } = useCardPayment(booking, firstMessage);
  const isWaiting = payment.kind === 'waiting';
  const { data: money } = useSuspenseQuery(
    api.payments.ofBooking.queryOptions({
      input: { bookingId: id },
      refetchInterval: ({ state: { data } }) => (isWaiting || data?.underWay ? askAgainMillis : false),
    }),
  );
  const { data: config } = useSuspenseQuery(paymentConfigQuery);
  const state = paymentState({ booking, money, email });

  // Nothing is under way any more and nothing was paid: the provider has said no meanwhile.
  const hasFailed = isWaiting && state.kind === 'payable' && !money.underWay;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => giveUp('The payment did not go through. Please try again.'), 5 * askAgainMillis);
    return () => clearTimeout(timer);
  }, [hasFailed, giveUp]);

  const shown = shownState(state, payment.kind);
  return (
    <>
      <PageHeading title={`Payment for ${booking.treatment}`}>
        {(shown === 'payable' || shown === 'under-way') && <PleasePay booking={booking} />}
      </PageHeading>
      <Card className="max-w-xl">
        {shown === 'paid' ? (
          <PaidPanel
            bookingId={id}
            payment={state.kind === 'paid' ? state.payment : undefined}
            justPaid={payment.kind === 'done' ? payment.transactionId : undefined}
          />
        ) : shown === 'under-way' ? (
          <p role="status" className="flex items-center gap-3">
            <Spinner className="shrink-0 text-pine" />
            Your payment is being processed. This page shows when it is done; you can also close it.
          </p>
        ) : shown === 'payable' && config.provider !== 'none' ? (
          <CardForm
            booking={booking}
            config={{ ...config, provider: config.provider }}
            isProcessing={payment.kind === 'processing'}
            message={payment.kind === 'idle' ? payment.message : undefined}
            onPay={(entry) => void pay(entry)}
          />
        ) : (
          <p>{whyNot(state)}</p>
        )}
      </Card>
      <BackLink />
    </>
  );
}

/** While an attempt of this page is under way, the form stays, whatever else comes to be known. */
function shownState(state: PaymentState, attempt: 'idle' | 'processing' | 'waiting' | 'done'): PaymentState['kind'] {
  if (attempt === 'done') return 'paid';
  if (attempt === 'processing') return 'payable';
  return attempt === 'waiting' && state.kind === 'payable' ? 'under-way' : state.kind;
}

function PleasePay({ booking: { price, appointmentDate, slot } }: { booking: Booking }) {
  return (
    <>
      Please pay <strong className="text-ink">{priceText(price)}</strong> for your appointment on {appointmentDate} at{' '}
      {slot}
    </>
  );
}

function whyNot({ kind }: PaymentState): string {
  switch (kind) {
    case 'not-yours':
      return 'This is the appointment of somebody else: only they can pay for it here.';
    case 'cancelled':
      return 'This appointment was cancelled. There is nothing to pay for.';
    case 'free':
      return 'There is nothing to pay for this appointment.';
    case 'on-hold':
      return 'A payment for this appointment is being checked by the clinic. You will hear from us by e-mail; please do not pay again.';
    default:
      return 'The clinic does not take cards online. Please pay at the clinic.';
  }
}

function BackLink() {
  return (
    <LinkButton href="/dashboard/myAppointment" variant="quiet" className="mt-6 -ms-5">
      Back to My Appointments
    </LinkButton>
  );
}
