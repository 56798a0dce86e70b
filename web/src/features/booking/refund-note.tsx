import type { Payment } from '@openhours/contract/payment.ts';
import { Badge } from '../../ui/badge.tsx';
import { refundWords } from './refund-words.ts';

/** The payment of a cancelled booking. Loaded only where there is one. */
export function RefundNote({ payments }: { payments: readonly Payment[] }) {
  return (
    <div className="grid justify-items-start gap-1">
      <Badge>Cancelled</Badge>
      <p className="whitespace-pre-line empty:hidden">{refundWords(payments).join('\n')}</p>
    </div>
  );
}
