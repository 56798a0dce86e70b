import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { isNotFound } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { throwWithoutData } from '../../api/throw-without-data.ts';
import { priceText } from '../../clinic/price.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useIdInPath, useSearchParams } from '../../router.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmailsOfAppointment } from '../booking/emails-off.tsx';
import { payAfterRefundText, payByText } from '../booking/pay-by-text.ts';
import { cancellationText } from '../booking/terms-words.ts';
import { askAgainIn } from './card-attempt.ts';
import { CardForm } from './card-form.tsx';
import { PaidPanel } from './paid-panel.tsx';
import { type PaymentConfig, paymentConfigQuery } from './payment-queries.ts';
import { type PaymentState, paymentState } from './payment-state.ts';
import { useCardPayment } from './use-card-payment.ts';

const askAgainMillis = 2000;

export function Component() {
  const id = useIdInPath();
  const booking = useQuery(api.booking.one.queryOptions({ input: { id }, staleTime: 0, throwOnError }));
  const money = useQuery(api.payments.ofBooking.queryOptions({ input: { bookingId: id }, staleTime: 0, throwOnError }));
  const config = useQuery({ ...paymentConfigQuery, throwOnError });
  if (isNotFound(booking.error) || isNotFound(money.error)) {
    return (
      <>
        <PageHeading title="Appointment not found">
          We found no appointment for this link. Check the link, or go to My Appointments.
        </PageHeading>
        <BackLink />
      </>
    );
  }
  // The card form appears only after the server has confirmed that the booking is unpaid.
  const isFresh = booking.isFetchedAfterMount && money.isFetchedAfterMount;
  if (isFresh && booking.data && config.data) {
    return <PaymentOf key={id} booking={booking.data} config={config.data} />;
  }
  return (
    <>
      {/* A line as high as the sentence that follows. */}
      <PageHeading title="Payment">{'\u00a0'}</PageHeading>
      <Card className="grid max-w-xl gap-6">
        <Skeleton className="mb-6 h-112 sm:h-86.5" />
        <Skeleton className="h-13" />
      </Card>
    </>
  );
}

const throwOnError: typeof throwWithoutData = (error, query) => !isNotFound(error) && throwWithoutData(error, query);

function PaymentOf({ booking, config }: { booking: Booking; config: PaymentConfig }) {
  const { _id: id } = booking;
  // On return from the bank's page the URL has the id of an attempt. It proves nothing: the server asks the provider.
  // The URL keeps it until then, so that a reload asks again.
  const [parameters, setParameters] = useSearchParams();
  const returnedId = parameters.get('payment_intent') ?? undefined;
  const { payment, pay, giveUp, isUnanswered } = useCardPayment(booking, returnedId);
  const isWaiting = payment.kind === 'waiting';
  const isReported = returnedId !== undefined && !isWaiting;
  useEffect(() => {
    if (isReported) setParameters({}, { replace: true });
  }, [isReported, setParameters]);
  const { data: money } = useQuery(
    api.payments.ofBooking.queryOptions({
      input: { bookingId: id },
      refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
        if (data?.paid) return false;
        if (data?.underWay || isUnanswered) return askAgainIn(dataUpdateCount + errorUpdateCount);
        return isWaiting ? askAgainMillis : false;
      },
    }),
  );
  if (!money) throw new Error('The payments of the booking were loaded before.');
  const state = paymentState({ booking, money });

  // Nothing is pending and nothing was paid: the provider has declined meanwhile.
  const hasFailed = isWaiting && payment.isRecorded && state.kind === 'payable' && !money.underWay;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => giveUp('The payment did not go through. Please try again.'), 5 * askAgainMillis);
    return () => clearTimeout(timer);
  }, [hasFailed, giveUp]);

  const shown = shownState(state, payment.kind);
  return (
    <>
      <PageHeading title={`Payment for ${booking.treatment}`}>
        {(shown === 'payable' || (shown === 'under-way' && !isUnanswered)) && <PleasePay booking={booking} />}
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
            {isUnanswered
              ? 'The clinic could not confirm your payment yet. Please do not pay again: if your card was charged, the clinic learns it from the card provider. This page keeps trying. You can also close it, and look under My Appointments later.'
              : 'Your payment is being processed. This page updates when it is done. You can also close it.'}
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
          <div className="grid gap-4">
            <p>{whyNot(state, booking)}</p>
            {state.kind === 'on-hold' && <EmailsOfAppointment booking={booking} />}
          </div>
        )}
      </Card>
      <BackLink />
    </>
  );
}

/** The form stays during an attempt on this page, whatever else changes. */
function shownState(state: PaymentState, attempt: 'idle' | 'processing' | 'waiting' | 'done'): PaymentState['kind'] {
  if (attempt === 'done') return 'paid';
  if (attempt === 'processing') return 'payable';
  return attempt === 'waiting' && state.kind === 'payable' ? 'under-way' : state.kind;
}

function PleasePay({ booking }: { booking: Booking }) {
  const { displayName } = useSignedInUser();
  return (
    <>
      <span>
        Please pay <strong className="text-ink">{priceText(booking)}</strong>
        {` for your appointment on ${booking.appointmentDate} at `}
        <span className="whitespace-nowrap">{booking.slot}</span>
      </span>
      <ZoneNote />
      {booking.patient !== displayName && <span className="block wrap-anywhere">{`For ${booking.patient}.`}</span>}
      {booking.payBy && <span className="block">{payByText(booking.payBy)}</span>}
      {booking.freeUntil && <span className="block">{cancellationText(booking.freeUntil)}</span>}
    </>
  );
}

function whyNot({ kind }: PaymentState, booking: Booking): string {
  switch (kind) {
    case 'not-yours':
      return "This is somebody else's appointment. Only they can pay for it here.";
    case 'cancelled':
      return 'This appointment was cancelled. There is nothing to pay for.';
    case 'free':
      return 'There is nothing to pay for this appointment.';
    case 'being-refunded':
      return payAfterRefundText(booking);
    case 'on-hold':
      return `The clinic is checking a payment for this appointment. ${booking.emails === 'on' ? 'We will email you. ' : ''}Please do not pay again.`;
    default:
      return 'The clinic does not accept cards online. Please pay at the clinic.';
  }
}

function BackLink() {
  return (
    <LinkButton href={href.myAppointments()} variant="quiet" className="mt-6 -ms-5">
      Back to My Appointments
    </LinkButton>
  );
}
