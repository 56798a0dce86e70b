import type { Booking } from '@openhours/contract/booking.ts';
import { amountText } from '@openhours/contract/money.ts';
import type { BookingPayments, ClinicMethod, Payment } from '@openhours/contract/payment.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { formFailureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { instantText } from '../../clinic/instant.ts';
import { href } from '../../pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { notBlank } from '../../ui/required.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { useFocusInside } from '../../ui/use-focus-inside.ts';
import { useForm } from '../../ui/use-form.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { useLiveRefetchOfList } from '../live/use-live-refetch.ts';
import { RefundList } from '../payments/booking-money.tsx';
import { methodNames, paidOnText, wordsOf } from '../payments/payment-words.ts';
import { correctedText, correctionQuestion } from './correction-question.ts';
import { RefundDue } from './refund-due.tsx';
import { dueBack, dueBackText, earlierText, settlementText } from './settlement.ts';
import { showsMoney } from './shows-money.ts';

/** What the dialog says about the appointment. */
export type PayableAppointment = Pick<Booking, '_id' | 'patient' | 'treatment' | 'appointmentDate' | 'slot'>;

/**
 * The payments of an appointment, for staff: takes one at the clinic, corrects it, gives a refund back. Keep it mounted,
 * and give each opening a new `key`.
 */
export function AppointmentPaymentDialog({
  appointment,
  open,
  onClose,
}: {
  appointment: PayableAppointment;
  open: boolean;
  onClose: () => void;
}) {
  const { _id: bookingId, patient, treatment, appointmentDate, slot } = appointment;
  const [correcting, setCorrecting] = useState<Payment>();
  const money = useQuery({ ...api.payments.ofBooking.queryOptions({ input: { bookingId } }), enabled: open });
  // A move can change the price, and `slots` is the only event of it that staff get.
  useLiveRefetchOfList(({ type }) => open && type === 'slots', api.payments.ofBooking.key({ input: { bookingId } }));
  const content = useFocusInside(JSON.stringify([correcting?._id, money.data?.can]));
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={correcting ? 'Correct this payment' : 'Payment'}
      description={unbrokenTimes(`${patient}: ${treatment}, ${appointmentDate}, ${slot}`)}
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {!money.data ? (
          <WithoutData query={money} message="We could not load the payments.">
            <Skeleton className="h-56" />
          </WithoutData>
        ) : correcting ? (
          <Correction payment={correcting} payments={money.data.payments} onBack={() => setCorrecting(undefined)} />
        ) : (
          <Money money={money.data} onCorrect={setCorrecting} />
        )}
      </div>
    </LazyDialog>
  );
}

function Money({ money, onCorrect }: { money: BookingPayments; onCorrect: (payment: Payment) => void }) {
  const { can, payments, underWay } = money;
  const earlier = payments.find(({ state }) => state === 'paid');
  return (
    <div className="grid gap-6">
      {can.take && <TakePayment money={money} />}
      {can.take && earlier && <p className="text-muted">{earlierText(earlier)}</p>}
      {underWay && (
        <p className="text-muted">An online payment is being processed. If it arrives as well, it is refunded.</p>
      )}
      {payments.length > 0 && (
        <ul className="grid gap-4" aria-label="Payments">
          {payments.map((payment) => (
            <li key={payment._id} className="grid gap-2 rounded-card border border-line p-4">
              <OnePayment payment={payment} can={can} onCorrect={() => onCorrect(payment)} />
            </li>
          ))}
        </ul>
      )}
      {!can.take && payments.length === 0 && <p>There is nothing to pay for this appointment.</p>}
    </div>
  );
}

interface PaymentToTake {
  readonly id: string;
  readonly method: ClinicMethod;
  readonly price: number;
  readonly currency: string;
  /** Refunds that the patient gets at the same time. */
  readonly payOut: string[];
}

/** Takes the price of the appointment. If a payment of another price is due back, both are settled at once. */
function TakePayment({ money }: { money: BookingPayments }) {
  const { bookingId, price, currency } = money;
  const due = dueBack(money);
  const take = useIdempotentMutation({
    mutationFn: (request: PaymentToTake, once) => client.clinicPayments.take(request, once),
    onSuccess: (_, { payOut }) => {
      const what = payOut.length > 0 ? 'The refund and the payment are recorded.' : 'The payment is recorded.';
      toast.success(what, { topic: 'payment' });
    },
    // Also after a failure: what is shown may be out of date, for example the price.
    meta: { refetches: showsMoney, waits: true },
  });
  const form = useForm({
    rules: { method: notBlank('Please choose how it was paid.') },
    onSubmit: ({ method }) => {
      const known = methods.find((one) => one === method);
      const payOut = due.map(({ refundId }) => refundId);
      if (known) take.mutate({ id: bookingId, method: known, price, currency, payOut });
    },
  });
  const [firstMethod] = useState(due[0]?.method ?? '');
  const [chosen, setChosen] = useState<string>(firstMethod);
  const method = methods.find((one) => one === chosen);
  return (
    <Form of={form} className="grid gap-5">
      <p>
        <span className="block text-sm text-muted">To pay</span>
        <strong className="text-title tabular-nums">{amountText(price, currency)}</strong>
        {due.map((one) => (
          <span key={one.refundId} className="block">
            {dueBackText(one)}
          </span>
        ))}
      </p>
      <SelectField
        label="Paid"
        {...form.field('method')}
        defaultValue={firstMethod}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="" disabled>
          Choose a method
        </option>
        <Options of={methods.map((method) => [method, methodNames[method]])} />
      </SelectField>
      {due.length > 0 && (
        <p role="status" className="font-semibold empty:hidden">
          {method && settlementText(money, { method, due })}
        </p>
      )}
      <FormError message={take.error?.message} />
      <Button type="submit" busy={take.isPending}>
        {due.length > 0 ? 'Record refund and payment' : 'Record payment'}
      </Button>
    </Form>
  );
}

const methods = ['cash', 'terminal', 'insurance'] as const;

function OnePayment({
  payment,
  can,
  onCorrect,
}: {
  payment: Payment;
  can: BookingPayments['can'];
  onCorrect: () => void;
}) {
  const { _id, amount, currency, receiptNumber, refunds, takenBy } = payment;
  const { text, tone } = wordsOf(payment);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="tabular-nums">{amountText(amount, currency)}</strong>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="text-[0.9375rem] text-muted">
        {`Paid ${paidOnText(payment)}`}
        {takenBy && `, taken by ${takenBy}`}
      </p>
      {refunds.length > 0 && <RefundList payment={payment} reader="staff" />}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {receiptNumber && <TextLink href={href.receipt(_id)}>{`Receipt ${receiptNumber}`}</TextLink>}
        {can.correct.includes(_id) && (
          <Button variant="secondary" size="small" onClick={onCorrect}>
            Correct …
          </Button>
        )}
        {refunds
          .filter((refund) => can.payOut.includes(refund._id))
          .map((refund) => (
            <RefundDue
              key={refund._id}
              refund={{ _id: refund._id, amount: refund.amount, currency, method: payment.method ?? 'cash' }}
            />
          ))}
      </div>
    </>
  );
}

function Correction({
  payment,
  payments,
  onBack,
}: {
  payment: Payment;
  /** All of the appointment. */
  payments: readonly Payment[];
  onBack: () => void;
}) {
  const { _id: id } = payment;
  const correct = useIdempotentMutation({
    mutationFn: (request: { id: string; reason: string }, once) => client.clinicPayments.correct(request, once),
    onSuccess: ({ payments }) => toast.success(correctedText(payments), { topic: 'payment' }),
    meta: { refetches: showsMoney },
  });
  const form = useForm({
    rules: { reason: notBlank('Please give a reason.') },
    onSubmit: ({ reason }) => correct.mutate({ id, reason: reason.trim() }, { onSuccess: onBack }),
  });
  return (
    <Form of={form} className="grid gap-5">
      <p>{correctionQuestion(payment, { payments, paidAt: instantText(payment.paidAt) })}</p>
      <TextField label="Reason" hint="For the clinic's records." maxLength={500} {...form.field('reason')} />
      <FormError message={formFailureMessage(correct.error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={correct.isPending}>
          Correct the payment
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </Form>
  );
}
