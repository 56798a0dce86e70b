import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { PayButtons } from '../payments/pay-buttons.tsx';
import { payByText } from './terms-words.ts';

type Payable = Pick<Booking, '_id' | 'price' | 'paid' | 'state' | 'payBy'>;

/** The payment state of a booking, and the two ways to pay online while it is unpaid. */
export function Payment({ booking, describedBy }: { booking: Payable; describedBy: string }) {
  // One query for all rows. The buttons are shown until it has an answer; the server checks when they are pressed.
  const { data: mine } = useQuery(api.payments.mine.queryOptions());
  const money = mine?.find(({ bookingId }) => bookingId === booking._id);
  if (booking.state === 'cancelled') {
    const refunded = money?.payments.some(({ state }) => state === 'refunded');
    return (
      <span className="flex flex-wrap gap-2">
        <Badge>Cancelled</Badge>
        {refunded && <Badge>Refunded</Badge>}
      </span>
    );
  }
  if (booking.paid) return <Badge tone="positive">Paid</Badge>;
  if (booking.price === 0) return <span className="text-muted">Free of charge</span>;
  if (money?.payments.some(({ state }) => state === 'on-hold')) return <Badge tone="warning">Being checked</Badge>;
  if (money?.underWay) return <Badge>Being processed</Badge>;
  return (
    <>
      {booking.payBy && <p className="mb-2">{payByText(booking.payBy)}</p>}
      <PayButtons booking={booking} describedBy={describedBy} />
    </>
  );
}
