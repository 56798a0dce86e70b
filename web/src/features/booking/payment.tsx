import type { Booking } from '@openhours/contract/booking.ts';
import { Badge } from '../../ui/badge.tsx';
import { PayButtons } from '../payments/pay-buttons.tsx';

type Payable = Pick<Booking, '_id' | 'price' | 'paid' | 'status'>;

/** How a booking stands with its payment, and the two ways to pay for it online while it is unpaid. */
export function Payment({ booking, describedBy }: { booking: Payable; describedBy: string }) {
  if (booking.status === 'cancelled') return <Badge>Cancelled</Badge>;
  if (booking.paid) return <Badge tone="positive">Paid</Badge>;
  if (booking.price === 0) return <span className="text-muted">Free of charge</span>;
  return <PayButtons booking={booking} describedBy={describedBy} />;
}
