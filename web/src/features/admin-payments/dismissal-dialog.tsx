import type { PaymentDifference } from '@openhours/contract/payment.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notBlank } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';

const rules = { reason: notBlank('Please give a reason.') };

/** Asks an admin for the reason to dismiss a difference. */
export function DismissalDialog({ difference, ...dialog }: RowDialogProps & { difference: PaymentDifference }) {
  const dismiss = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      client.payments.dismiss({ id: difference._id, reason: reason.trim() }),
    onSuccess: () => toast.success('The difference is dismissed.'),
    // Also after a failure: another admin may have dismissed it, or it was resolved.
    meta: { refetches: [api.payments.differences] },
  });
  const form = useForm({
    rules,
    onSubmit: (values) => dismiss.mutate(values, { onSuccess: dialog.onClose }),
  });
  return (
    <FormDialog
      {...dialog}
      title="Dismiss this difference"
      description={difference.message}
      form={form}
      action="Dismiss"
      variant="danger"
      cancelLabel="Cancel"
      busy={dismiss.isPending}
      message={failureMessage(dismiss.error)}
    >
      <TextField
        data-first-focus=""
        label="Reason"
        hint="The payment log keeps it with your name. The difference comes back if it changes."
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
