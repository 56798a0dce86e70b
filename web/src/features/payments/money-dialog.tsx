import type { AdminPayment } from '@openhours/contract/payment.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { priceText } from '../schedule/price-text.ts';

export type MoneyAction = 'refund' | 'approve' | 'reject';

const words: Record<MoneyAction, { title: string; does: string; button: string }> = {
  refund: { title: 'Give money back', does: 'The provider pays it back to where it came from.', button: 'Give back' },
  approve: { title: 'Approve this payment', does: 'The appointment is paid with it.', button: 'Approve' },
  reject: { title: 'Refuse this payment', does: 'All of it goes back to the patient.', button: 'Refuse' },
};

/** Asks an admin for the reason, and for the amount of a refund. Give every opening a `key` of its own. */
export function MoneyDialog({
  payment,
  action,
  open,
  onClose,
}: {
  payment: AdminPayment;
  action: MoneyAction;
  open: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const left = Math.round((payment.amount - payment.refunded) * 100) / 100;
  const [amount, setAmount] = useState(String(left));
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [keys] = useState(() => createIdempotencyKeys());

  const carryOut = useMutation({
    mutationFn: (wish: { id: string; reason: string; amount: number }) => {
      const { id } = wish;
      const context = { bearer: true };
      if (action === 'approve') return client.payments.approve({ id, reason: wish.reason }, { context });
      if (action === 'reject') return client.payments.reject({ id, reason: wish.reason }, { context });
      // The same wish under the same key is carried out once, even when its first answer was lost.
      return client.payments.refund(wish, { context: { ...context, idempotencyKey: keys.keyFor(wish) } });
    },
    networkMode: 'always',
    onSuccess: async ({ payment: after }) => {
      await queryClient.invalidateQueries({ queryKey: api.payments.key() });
      toast.success(doneText(action, after));
      onClose();
    },
  });

  const faults = {
    amount: action === 'refund' ? amountFault(amount, left) : undefined,
    reason: reason.trim() === '' ? 'Please give a reason.' : undefined,
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (faults.amount || faults.reason || carryOut.isPending) return;
    carryOut.mutate({ id: payment._id, reason: reason.trim(), amount: Number(amount) });
  };
  const { title, does, button } = words[action];
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={title}
      description={`${payment.patient}, ${priceText(payment.amount)} for ${payment.treatment}. ${does}`}
      initialFocus={first}
      footer={
        <Button
          type="submit"
          form={formId}
          busy={carryOut.isPending}
          variant={action === 'approve' ? 'primary' : 'danger'}
        >
          {button}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {action === 'refund' && (
          <TextField
            ref={first}
            label="Amount"
            hint={`${priceText(left)} is left of it.`}
            inputMode="decimal"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
            error={isChecked ? faults.amount : undefined}
          />
        )}
        <TextField
          {...(action !== 'refund' && { ref: first })}
          label="Reason"
          hint="For the records of the clinic."
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isChecked ? faults.reason : undefined}
        />
        <FormError message={carryOut.error?.message} />
      </form>
    </LazyDialog>
  );
}

function amountFault(text: string, left: number): string | undefined {
  if (!/^\d+(\.\d{1,2})?$/.test(text.trim()) || Number(text) === 0) return 'Please give an amount.';
  return Number(text) > left ? 'That is more than is left of this payment.' : undefined;
}

function doneText(action: MoneyAction, { state }: AdminPayment): string {
  if (action === 'refund') return 'The money is on its way back.';
  if (action === 'reject') return 'The payment is refused; the money is on its way back.';
  if (state === 'kept') return 'The payment is approved.';
  return 'The appointment does not need it any more: the money goes back.';
}
