import { amountText } from '@openhours/contract/money.ts';
import type { Payment, Refund } from '@openhours/contract/payment.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { instantText } from '../../clinic/instant.ts';
import { href } from '../../pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { paidOnText, type Reader, refundText, wordsOf } from './payment-words.ts';
import { TransactionId } from './transaction-id.tsx';

/** The payments and refunds of a booking; nothing if there are none. */
export function BookingMoney({ bookingId }: { bookingId: string }) {
  const { data: money } = useQuery(api.payments.ofBooking.queryOptions({ input: { bookingId } }));
  if (!money || (money.payments.length === 0 && !money.underWay)) return null;
  return (
    <Section id="booking-money" title="Payments" className="mt-10 max-w-3xl">
      {money.underWay && <p className="mb-4 text-muted">A payment is being processed.</p>}
      <ul className="grid gap-4">
        {money.payments.map((payment) => (
          <li key={payment._id} className="rounded-card border border-line bg-surface p-5 shadow-card">
            <OnePayment payment={payment} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OnePayment({ payment }: { payment: Payment }) {
  const { amount, currency, refunds, receiptNumber, transactionId, _id } = payment;
  const { text, tone } = wordsOf(payment);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="text-lg tabular-nums">{amountText(amount, currency)}</strong>
        <Badge tone={tone}>{text}</Badge>
        {receiptNumber && (
          <TextLink href={href.receipt(_id)} className="sm:ms-auto">
            {`Receipt ${receiptNumber}`}
          </TextLink>
        )}
      </div>
      <p className="text-[0.9375rem] text-muted">{`Paid ${paidOnText(payment)}`}</p>
      <TransactionId id={transactionId} />
      {refunds.length > 0 && <RefundList payment={payment} />}
    </div>
  );
}

/** The refunds of a payment, with their reasons. */
export function RefundList({
  payment: { refunds, currency, amount, refunded },
  reader = 'patient',
  actionOf,
}: {
  payment: Pick<Payment, 'refunds' | 'currency' | 'amount' | 'refunded'>;
  reader?: Reader;
  /** What the reader can do about a refund. */
  actionOf?: (refund: Refund) => ReactNode;
}) {
  // Once all of it was refunded in another way, nobody looks into a refund that failed.
  const about = refunded < amount ? reader : 'staff';
  return (
    <ul className="mt-1 grid gap-2 border-t border-line pt-3 text-[0.9375rem]">
      {refunds.map((refund) => (
        <li key={refund._id}>
          <span className="font-semibold tabular-nums">{amountText(refund.amount, currency)}</span>
          {` ${refundText(refund, about)} (${instantText(refund.doneAt ?? refund.requestedAt)}). ${refund.why}`}
          {actionOf && <div className="mt-2 empty:hidden">{actionOf(refund)}</div>}
        </li>
      ))}
    </ul>
  );
}
