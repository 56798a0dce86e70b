import { amountText } from '@openhours/contract/money.ts';
import { moneyMethodNames, payoutPhrases } from '@openhours/contract/money-words.ts';
import type { PayoutMethod, Refund, UnpaidRefund } from '@openhours/contract/payment.ts';
import { client } from '../../api/client.ts';
import { formFailureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notBlank } from '../../ui/required.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { showsMoney } from '../takings/shows-money.ts';

const methods = ['transfer', 'cash', 'terminal'] as const;
const reason = notBlank('Please give a reason.');

/** Asks an admin how the clinic paid a refund that the provider failed to make. */
export function PayoutDialog({ refund, ...dialog }: RowDialogProps & { refund: UnpaidRefund }) {
  const record = useIdempotentMutation({
    mutationFn: (request: { id: string; method: PayoutMethod; reason: string }, once) =>
      client.payments.payOut(request, once),
    onSuccess: () => toast.success('The refund is recorded.'),
    // Also after a failure: another admin may have recorded it, or requested it again.
    meta: { refetches: showsMoney },
  });
  const form = useForm({
    rules: { method: notBlank('Please choose how it was paid.'), reason },
    onSubmit: (values) => {
      const method = methods.find((one) => one === values.method);
      const request = { id: refund._id, reason: values.reason.trim() };
      if (method) record.mutate({ ...request, method }, { onSuccess: dialog.onClose });
    },
  });
  const sum = amountText(refund.amount, refund.currency);
  return (
    <FormDialog
      {...dialog}
      title="Record as paid in another way"
      description={`The provider did not refund ${sum}. If the clinic has paid it to the patient in another way, record that here. The patient is told.`}
      form={form}
      action="Record the refund"
      busy={record.isPending}
      message={formFailureMessage(record.error)}
    >
      <SelectField data-first-focus="" label="Paid by" {...form.field('method')} defaultValue="">
        <option value="" disabled>
          Choose a method
        </option>
        <Options of={methods.map((method) => [method, moneyMethodNames[method]])} />
      </SelectField>
      <TextField label="Reason" hint="For the clinic's records." maxLength={500} {...form.field('reason')} />
    </FormDialog>
  );
}

/** Asks an admin why a refund was recorded by mistake. */
export function PayoutCorrectionDialog({
  refund: { _id: id, amount, method = 'transfer' },
  currency,
  ...dialog
}: RowDialogProps & { refund: Refund; currency: string }) {
  const correct = useIdempotentMutation({
    mutationFn: (request: { id: string; reason: string }, once) => client.payments.correctPayout(request, once),
    onSuccess: () => toast.success('The refund is corrected.'),
    meta: { refetches: showsMoney },
  });
  const form = useForm({
    rules: { reason },
    onSubmit: (values) => correct.mutate({ id, reason: values.reason.trim() }, { onSuccess: dialog.onClose }),
  });
  return (
    <FormDialog
      {...dialog}
      title="Correct this refund"
      description={`Was it recorded by mistake that ${amountText(amount, currency)} was refunded ${payoutPhrases[method]}? It stays in the records with a correcting entry, and the clinic still has to refund this money.`}
      form={form}
      action="Correct the refund"
      variant="danger"
      busy={correct.isPending}
      message={formFailureMessage(correct.error)}
    >
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
