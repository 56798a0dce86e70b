import { amountText } from '@openhours/contract/money.ts';
import type { Receipt } from '@openhours/contract/payment.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { throwWithoutData } from '../../api/throw-without-data.ts';
import { instantText } from '../../clinic/instant.ts';
import { href } from '../../pages.ts';
import { useIdInPath } from '../../router.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RefundList } from './booking-money.tsx';
import { howPaidText, refundsTerm } from './payment-words.ts';

/**
 * A receipt, to print or save. By the id of the payment, because a booking that was paid, refunded and paid again has
 * two.
 */
export function Component() {
  const id = useIdInPath();
  const { data } = useQuery(api.payments.receipt.queryOptions({ input: { id }, throwOnError: throwWithoutData }));
  if (data) return <ReceiptSheet receipt={data} />;
  return (
    <>
      <PageHeading title="Receipt" />
      <Skeleton className="h-120 max-w-2xl" />
    </>
  );
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { number, from, address, taxNumber, footer, payment, bookingId, bookingReference } = receipt;
  const { amount, refunded, refunds } = payment;
  return (
    <div className="max-w-2xl">
      <PageHeading
        title={
          <>
            Receipt <span className="whitespace-nowrap">{number}</span>
          </>
        }
        documentTitle={`Receipt ${number}`}
        action={<PrintButton />}
      >
        {[from, address].filter(Boolean).join(', ')}
      </PageHeading>
      <article
        aria-label={`Receipt ${number}`}
        className="rounded-panel border border-line bg-surface p-6 shadow-card sm:p-9 print:border-0 print:p-0 print:shadow-none"
      >
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2 [&_dd]:font-medium">
          <Fact term="Received from">
            {receipt.patient}
            <span className="block text-[0.9375rem] text-muted">{receipt.email}</span>
          </Fact>
          <Fact term="Received on">{instantText(payment.paidAt)}</Fact>
          <Fact term="For">
            {receipt.treatment}
            {receipt.doctorName && (
              <span className="block text-[0.9375rem] text-muted">{titledName(receipt.doctorName)}</span>
            )}
          </Fact>
          <Fact term="Appointment">
            {receipt.appointmentDate}
            <span className="block text-[0.9375rem] text-muted tabular-nums">{receipt.slot}</span>
          </Fact>
          <Fact term="Paid">{capitalized(howPaidText(payment))}</Fact>
          {payment.takenBy && <Fact term="Received by">{payment.takenBy}</Fact>}
          <Fact term="Transaction id">
            <span className="font-mono text-[0.9375rem] break-all">{payment.transactionId}</span>
          </Fact>
          {taxNumber && <Fact term="Tax number">{taxNumber}</Fact>}
          <Fact term="Appointment reference">
            <span className="font-mono">{bookingReference}</span>
          </Fact>
        </dl>
        <dl className="mt-8 grid gap-2 border-t-2 border-line pt-5">
          <Sum term="Received" amount={amount} currency={payment.currency} isTotal={refunded === 0} />
          {refunded > 0 && (
            <>
              <Sum term={refundsTerm(refunds)} amount={-refunded} currency={payment.currency} />
              <Sum term="Total paid" amount={amount - refunded} currency={payment.currency} isTotal />
            </>
          )}
        </dl>
        {refunds.length > 0 && <RefundList payment={payment} />}
        {footer && <p className="mt-8 border-t border-line pt-5 text-sm text-muted whitespace-pre-line">{footer}</p>}
      </article>
      <LinkButton href={href.appointment(bookingId)} variant="quiet" className="mt-6 -ms-5 print:hidden">
        View appointment
      </LinkButton>
    </div>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Sum({
  term,
  amount,
  currency,
  isTotal = false,
}: {
  term: string;
  amount: number;
  currency: string;
  isTotal?: boolean;
}) {
  const look = isTotal ? 'text-lg font-semibold' : '';
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${look}`}>
      <dt>{term}</dt>
      <dd className="whitespace-nowrap tabular-nums">
        {amount < 0 && '−'}
        {amountText(Math.abs(amount), currency)}
      </dd>
    </div>
  );
}
