import { amountText } from '@openhours/contract/money.ts';
import type { AdminPayment } from '@openhours/contract/payment.ts';
import { api, client } from '../../api/client.ts';
import { formFailureMessage } from '../../api/failure.ts';
import { type IdempotencyKeys, useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { typedAmount } from '../../clinic/typed-amount.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notBlank } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { leftOf, refundFault, refundHint } from './refundable.ts';

export type MoneyAction = 'refund' | 'approve' | 'reject' | 'refunded' | 'not-refunded';

type Asked = { action: MoneyAction; id: string; reason: string; amount: number; reference: string };

const words: Record<MoneyAction, { title: string; does: string; button: string }> = {
  refund: { title: 'Refund this payment', does: 'The provider pays it back to where it came from.', button: 'Refund' },
  approve: { title: 'Approve this payment', does: 'The appointment is then paid.', button: 'Approve' },
  reject: { title: 'Refuse this payment', does: 'All of it is refunded to the patient.', button: 'Refuse' },
  refunded: {
    title: 'It was refunded at the provider',
    does: 'The payment is marked as refunded.',
    button: 'Record the refund',
  },
  'not-refunded': {
    title: 'It was not refunded',
    does: 'The refund is marked as failed. The clinic still has the money.',
    button: 'Record that it was not refunded',
  },
};

/** Asks an admin for the reason, and for the amount of a refund. */
export function MoneyDialog({
  payment,
  action,
  keys,
  ...dialog
}: RowDialogProps & {
  payment: AdminPayment;
  action: MoneyAction;
  /** Created by the page, so that a request without an answer is not carried out twice if the dialog is opened again. */
  keys: IdempotencyKeys;
}) {
  const { currency } = payment;
  const left = leftOf(payment);

  const carryOut = useIdempotentMutation({
    keys,
    mutationFn: ({ action: asked, id, reason, amount, reference }: Asked, once) => {
      if (asked === 'approve') return client.payments.approve({ id, reason }, once);
      if (asked === 'reject') return client.payments.reject({ id, reason }, once);
      if (asked === 'refund') return client.payments.refund({ id, reason, amount }, once);
      return client.payments.stateRefund({ id, statement: asked, reference, reason }, once);
    },
    onSuccess: ({ payment: after }) => toast.success(doneText(action, after)),
    // Also after a failure: it may have been carried out, or another admin was faster.
    meta: { refetches: [api.payments] },
  });

  const form = useForm({
    rules: {
      amount: (amount) => (action === 'refund' ? refundFault(amount, { left, currency }) : undefined),
      reference: (reference) =>
        action === 'refunded' && reference.trim() === '' ? "Please give the provider's reference." : undefined,
      reason: notBlank('Please give a reason.'),
    },
    onSubmit: ({ amount, reference, reason }) => {
      carryOut.mutate(
        {
          action,
          id: payment._id,
          reason: reason.trim(),
          amount: Number(typedAmount(amount, currency)),
          reference: reference.trim(),
        },
        { onSuccess: dialog.onClose },
      );
    },
  });
  const { title, does, button } = words[action];
  const isAtClinic = action === 'refund' && payment.via === 'clinic';
  return (
    <FormDialog
      {...dialog}
      title={title}
      description={
        <>
          <bdi>{payment.patient}</bdi>
          {`, ${amountText(payment.amount, currency)} for ${payment.treatment}. ${isAtClinic ? 'The front desk refunds it.' : does}`}
        </>
      }
      form={form}
      action={button}
      variant={action === 'approve' ? 'primary' : 'danger'}
      busy={carryOut.isPending}
      message={formFailureMessage(carryOut.error)}
    >
      {action === 'refund' && (
        <TextField
          data-first-focus=""
          label="Amount"
          hint={refundHint(payment)}
          inputMode="decimal"
          {...form.field('amount')}
          defaultValue={left}
        />
      )}
      {action === 'refunded' && (
        <TextField
          data-first-focus=""
          label="Provider's reference"
          hint="The refund's number or id at the provider."
          maxLength={100}
          {...form.field('reference')}
        />
      )}
      <TextField
        data-first-focus=""
        label="Reason"
        hint="For the clinic's records."
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

function doneText(action: MoneyAction, { state }: AdminPayment): string {
  if (action === 'refund') return 'The refund was requested.';
  if (action === 'reject') return 'The payment is refused and will be refunded.';
  if (action === 'refunded') return 'The refund is recorded.';
  if (action === 'not-refunded') return 'The failed refund is recorded.';
  if (state === 'paid') return 'The payment is approved.';
  return 'The appointment no longer needs this payment, so it will be refunded.';
}
