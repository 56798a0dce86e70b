import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { priceText } from '../../clinic/price.ts';
import { Badge } from '../../ui/badge.tsx';
import { earlierPaymentNames } from '../appointments/state-names.ts';
import { isHeld } from '../payments/held.ts';
import { PayButtons } from '../payments/pay-buttons.tsx';
import { payAfterRefundText, payByText } from './pay-by-text.ts';

type Payable = Pick<Booking, '_id' | 'price' | 'currency' | 'paid' | 'earlierPayment' | 'state' | 'payBy' | 'can'>;

const RefundNote = lazy(async () => ({ default: (await import('./refund-note.tsx')).RefundNote }));

/** The payment state of a booking, with what was refunded, and the two ways for its patient to pay online. */
export function Payment({
  booking,
  describedBy,
  showsAmount = false,
  unpaidText,
}: {
  booking: Payable;
  describedBy: string;
  /** Where nothing else says what is to pay. */
  showsAmount?: boolean;
  /** Above the ways to pay, unless there is a deadline. */
  unpaidText?: string;
}) {
  // One query for all rows. The buttons are shown until it has an answer; the server checks when they are pressed.
  const { data: mine } = useQuery(api.payments.mine.queryOptions());
  const money = mine?.find(({ bookingId }) => bookingId === booking._id);
  if (booking.state === 'cancelled') {
    return money?.payments.length ? (
      <Suspense fallback={<Badge>Cancelled</Badge>}>
        <RefundNote payments={money.payments} />
      </Suspense>
    ) : (
      <Badge>Cancelled</Badge>
    );
  }
  if (booking.earlierPayment) {
    return (
      <>
        <Badge tone="warning">{earlierPaymentNames[booking.earlierPayment]}</Badge>
        <p className="mt-1">{payAfterRefundText(booking)}</p>
      </>
    );
  }
  if (booking.paid) return <Badge tone="positive">Paid</Badge>;
  if (booking.price === 0) return <span className="text-muted">Free of charge</span>;
  // The reader is staff.
  if (booking.can.takePayment) return <Badge tone="warning">Not paid yet</Badge>;
  if (money?.payments.some(isHeld)) return <Badge tone="warning">Being checked</Badge>;
  if (money?.underWay) return <Badge>Being processed</Badge>;
  return (
    <>
      {booking.payBy ? (
        <p className="mb-2">{payByText(booking.payBy, showsAmount ? { price: priceText(booking) } : {})}</p>
      ) : (
        showsAmount && <p className="mb-1 tabular-nums">{`${priceText(booking)} to pay, now or at the clinic`}</p>
      )}
      {unpaidText && !booking.payBy && <p className="mb-2">{unpaidText}</p>}
      <PayButtons booking={booking} describedBy={describedBy} />
    </>
  );
}
