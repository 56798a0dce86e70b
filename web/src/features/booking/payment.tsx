import type { Booking } from '@openhours/contract/booking.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

type Payable = Pick<Booking, 'price' | 'paid' | 'status'>;

/** How a booking stands with its payment, and the two ways to pay for it online while it is unpaid. */
export function Payment({ booking, describedBy }: { booking: Payable; describedBy: string }) {
  if (booking.status === 'cancelled') return <Badge>Cancelled</Badge>;
  if (booking.paid) return <Badge tone="positive">Paid</Badge>;
  if (booking.price === 0) return <span className="text-muted">Free of charge</span>;
  return (
    <div className="flex flex-wrap gap-2 lg:flex-nowrap">
      <Button variant="secondary" className="px-3.5!" aria-describedby={describedBy} onClick={payOnline}>
        SSL
      </Button>
      <Button variant="secondary" className="px-3.5!" aria-describedby={describedBy} onClick={payOnline}>
        Card
      </Button>
    </div>
  );
}

/** The one place from which both buttons will lead to their payment pages. */
function payOnline(): void {
  toast.error('Online payment is not available yet. Please pay at the clinic.');
}
