import { amountText } from '@openhours/contract/money.ts';
import type { AdminPaymentDetail, Refund, UnpaidRefund } from '@openhours/contract/payment.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { throwWithoutData } from '../../api/throw-without-data.ts';
import { instantText } from '../../clinic/instant.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useIdInPath } from '../../router.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { RefundList } from '../payments/booking-money.tsx';
import { paidOnText, wordsOf } from '../payments/payment-words.ts';
import { TransactionId } from '../payments/transaction-id.tsx';
import { type MoneyAction, MoneyDialog } from './money-dialog.tsx';
import { PayoutCorrectionDialog, PayoutDialog } from './payout-dialogs.tsx';
import { isRefundable } from './refundable.ts';

/** One payment for admins, with its log and the possible actions. */
export function Component() {
  const id = useIdInPath();
  const { data } = useQuery(api.payments.one.queryOptions({ input: { id }, throwOnError: throwWithoutData }));
  if (data) return <PaymentDetail key={id} payment={data} />;
  return (
    <>
      <BackToPayments />
      <PageHeading title="Payment" />
      <Skeleton className="h-88 max-w-3xl" />
    </>
  );
}

function BackToPayments() {
  return <BackLink href={href.adminPayments()}>Back to Payments</BackLink>;
}

function PaymentDetail({ payment }: { payment: AdminPaymentDetail }) {
  const { patient, email, amount, refunded, currency, refunds, heldBecause, state } = payment;
  return (
    <div className="max-w-3xl">
      <BackToPayments />
      <PageHeading title={`Payment of ${patient}`} action={<Actions payment={payment} />}>
        {email}
        <ZoneNote />
      </PageHeading>
      <Card className="grid gap-6">
        <div className="flex flex-wrap items-center gap-4">
          <strong className="text-title tabular-nums">{amountText(amount, currency)}</strong>
          <Badge tone={wordsOf(payment).tone}>{wordsOf(payment).forAdmin}</Badge>
        </div>
        {state === 'on-hold' && <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">{heldBecause}</p>}
        <Facts payment={payment} />
        {refunded > 0 && <p>{`${amountText(refunded, currency)} refunded or being refunded.`}</p>}
        {refunds.length > 0 && <Refunds payment={payment} />}
      </Card>
      <Log log={payment.log} />
    </div>
  );
}

/** The refunds. One that failed can be recorded as paid in another way, and that can be corrected. */
function Refunds({ payment }: { payment: AdminPaymentDetail }) {
  const { canPayOut, canCorrect, currency } = payment;
  const payout = useChosen<UnpaidRefund>();
  const correction = useChosen<Refund>();
  return (
    <>
      <RefundList
        payment={payment}
        reader="staff"
        actionOf={(refund) => {
          const unpaid = canPayOut.find(({ _id }) => _id === refund._id);
          if (unpaid) {
            return (
              <Button variant="secondary" size="small" onClick={() => payout.open(unpaid)}>
                Record as paid in another way
              </Button>
            );
          }
          if (!canCorrect.includes(refund._id)) return undefined;
          return (
            <Button variant="secondary" size="small" onClick={() => correction.open(refund)}>
              Correct …
            </Button>
          );
        }}
      />
      <ChosenDialog of={payout}>{(refund, dialog) => <PayoutDialog {...dialog} refund={refund} />}</ChosenDialog>
      <ChosenDialog of={correction}>
        {(refund, dialog) => <PayoutCorrectionDialog {...dialog} refund={refund} currency={currency} />}
      </ChosenDialog>
    </>
  );
}

function Actions({ payment }: { payment: AdminPaymentDetail }) {
  const asked = useChosen<MoneyAction>();
  const [keys] = useState(() => createIdempotencyKeys());
  const { state, canState } = payment;
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'on-hold' && (
        <>
          <Button onClick={() => asked.open('approve')}>Approve</Button>
          <Button variant="danger" onClick={() => asked.open('reject')}>
            Refuse
          </Button>
        </>
      )}
      {isRefundable(payment) && (
        <Button variant="secondary" onClick={() => asked.open('refund')}>
          Refund
        </Button>
      )}
      {canState.map((statement) => (
        <Button key={statement} variant="secondary" onClick={() => asked.open(statement)}>
          {statement === 'refunded' ? 'It was refunded at the provider' : 'It was not refunded'}
        </Button>
      ))}
      <ChosenDialog of={asked}>
        {(action, dialog) => <MoneyDialog {...dialog} payment={payment} action={action} keys={keys} />}
      </ChosenDialog>
    </div>
  );
}

function Facts({ payment }: { payment: AdminPaymentDetail }) {
  const {
    treatment,
    appointmentDate,
    slot,
    bookingState,
    bookingId,
    bookingReference,
    transactionId,
    receiptNumber,
    takenBy,
    _id,
  } = payment;
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Fact term="Paid">
        {paidOnText(payment)}
        {takenBy && <span className="block text-[0.9375rem] text-muted">{`Taken by ${takenBy}`}</span>}
      </Fact>
      <Fact term="Transaction id">
        <TransactionId id={transactionId} />
      </Fact>
      <Fact term="For">
        {treatment}
        <span className="block text-[0.9375rem] text-muted">{`${appointmentDate}, ${slot}`}</span>
        {bookingState === 'cancelled' && <Badge>Cancelled</Badge>}
      </Fact>
      <Fact term="Appointment reference">
        <TextLink href={href.appointment(bookingId)} className="font-mono">
          {bookingReference}
        </TextLink>
      </Fact>
      {receiptNumber && (
        <Fact term="Receipt">
          <TextLink href={href.receipt(_id)}>{receiptNumber}</TextLink>
        </Fact>
      )}
    </dl>
  );
}

function Log({ log }: Pick<AdminPaymentDetail, 'log'>) {
  return (
    <Section id="what-happened" title="What happened" className="mt-10">
      <ol className="grid gap-3">
        {log.map(({ at, by, what }) => (
          <li key={`${at}${what}`} className="border-s-2 border-line ps-4">
            <p>{what}</p>
            <p className="text-sm text-muted">{`${instantText(at)}, ${by}`}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
