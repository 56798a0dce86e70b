import { amountText } from '@openhours/contract/money.ts';
import type { Payment } from '@openhours/contract/payment.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { href } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { paidOnText } from './payment-words.ts';
import { TransactionId } from './transaction-id.tsx';

/** The page of a paid booking. @param justPaid the transaction that was just made on this page */
export function PaidPanel({
  bookingId,
  payment,
  justPaid,
}: {
  bookingId: string;
  /** The recorded payment; undefined until it has loaded. */
  payment: Payment | undefined;
  justPaid: string | undefined;
}) {
  const done = useRef<HTMLHeadingElement>(null);
  const transactionId = justPaid ?? payment?.transactionId;
  // The form that had the focus was removed.
  useEffect(() => {
    if (justPaid) done.current?.focus();
  }, [justPaid]);
  return (
    <div className="grid gap-5">
      <h2
        ref={done}
        tabIndex={-1}
        className="flex items-center gap-3 text-heading text-pine outline-none large-text:flex-wrap"
      >
        <CircleCheck className="size-7 shrink-0" aria-hidden="true" />
        {justPaid ? 'Congrats! your payment completed' : 'Paid'}
      </h2>
      {payment && (
        <p>
          {amountText(payment.amount, payment.currency)}, {paidOnText(payment)}
        </p>
      )}
      {transactionId && (
        <dl>
          <dt className="text-sm text-muted">Your transaction id</dt>
          <dd>
            <TransactionId id={transactionId} />
          </dd>
        </dl>
      )}
      <div className="flex flex-wrap gap-3">
        {payment?.receiptNumber && (
          <LinkButton href={href.receipt(payment._id)} variant="secondary">
            Receipt
          </LinkButton>
        )}
        <LinkButton href={href.appointment(bookingId)} variant="secondary">
          View appointment
        </LinkButton>
      </div>
    </div>
  );
}
