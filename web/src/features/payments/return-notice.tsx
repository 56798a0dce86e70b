import type { Booking } from '@openhours/contract/booking.ts';
import type { BookingPayments } from '@openhours/contract/payment.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { useSearchParams } from '../../router.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CloseButton } from '../../ui/close-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isHeld } from './held.ts';
import { refreshPayments } from './payment-queries.ts';
import { type Returned, readReturn, returnWords } from './return-words.ts';

const askAgainMillis = 1500;
const asksAtMost = 30;

/** The outcome, on return from the provider's page. The URL has its claim; the clinic's state decides. */
export function ReturnNotice({ bookings }: { bookings: readonly Booking[] | undefined }) {
  const [params, setParams] = useSearchParams();
  const returned = readReturn(params);
  const booking = bookings?.find(({ _id }) => _id === returned?.bookingId);
  // For a booking that was cancelled since, nothing is to be paid and no payment is expected.
  if (!returned || booking?.state === 'cancelled') return null;
  const close = (): void => setParams({}, { replace: true });
  return <Notice key={`${returned.how}${returned.bookingId}`} returned={returned} onClose={close} />;
}

function Notice({ returned, onClose }: { returned: Returned; onClose: () => void }) {
  const { bookingId } = returned;
  const queryClient = useQueryClient();
  const money = useQuery(
    api.payments.ofBooking.queryOptions({
      input: { bookingId },
      enabled: bookingId !== '',
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        mayStillCome(data, returned) && dataUpdateCount < asksAtMost ? askAgainMillis : false,
    }),
  );
  const isPaid = money.data?.paid === true;
  useEffect(() => {
    if (isPaid) void refreshPayments(queryClient);
  }, [isPaid, queryClient]);

  const { tone, text, isWaiting } = returnWords(returned, money.data);
  return (
    <section
      aria-label="Your payment"
      className={classNames('relative mb-8 flex gap-3 rounded-card p-4 pe-14', tones[tone])}
    >
      {isWaiting ? (
        <Spinner className="mt-0.5 size-5 shrink-0" />
      ) : tone === 'good' ? (
        <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      ) : (
        <Info className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      )}
      <p role="status" className="min-w-0">
        {text}
      </p>
      <CloseButton onClick={onClose} className="absolute end-1.5 top-1.5 hover:bg-surface" />
    </section>
  );
}

const tones = {
  good: 'bg-pine-soft text-pine',
  plain: 'bg-sunken text-ink',
  bad: 'bg-danger-soft text-danger',
} as const;

/** Whether the state may still change by itself. */
function mayStillCome(money: BookingPayments | undefined, { how }: Returned): boolean {
  if (money?.paid || money?.payments.some(isHeld)) return false;
  return how === 'success' || how === 'pending' || Boolean(money?.underWay);
}
