import { amountText } from '@openhours/contract/money.ts';
import type { ClinicMethod } from '@openhours/contract/payment.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';
import { showsMoney } from './shows-money.ts';

/** Records that a refund was paid at the clinic, after a second press. */
export function RefundDue({
  refund: { _id: id, amount, currency, method },
}: {
  refund: { _id: string; amount: number; currency: string; method: ClinicMethod };
}) {
  /** Undefined until it was asked. */
  const [isAsking, setIsAsking] = useState<boolean>();
  const payOut = useMutation({
    mutationFn: () => client.clinicPayments.payOut({ id }),
    onSuccess: () => toast.success('The refund is recorded.'),
    meta: { refetches: showsMoney, waits: true },
  });
  const sum = amountText(amount, currency);
  if (!isAsking) {
    return (
      <Button
        ref={isAsking === false ? focusWhenShown : undefined}
        variant="secondary"
        size="small"
        className="print:hidden"
        aria-label={`Refund ${sum}`}
        onClick={() => setIsAsking(true)}
      >
        Refund
      </Button>
    );
  }
  return (
    <div className="grid gap-3 print:hidden">
      <p>{`${questions[method](sum)} This cannot be undone.`}</p>
      <FormError message={payOut.error?.message} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={payOut.isPending} onClick={() => payOut.mutate()} ref={focusWhenShown}>
          Yes, record it
        </Button>
        <Button variant="quiet" size="small" onClick={() => setIsAsking(false)}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

const questions: Record<ClinicMethod, (sum: string) => string> = {
  cash: (sum) => `Has the patient received ${sum} in cash?`,
  terminal: (sum) => `Has ${sum} been refunded to the card at the terminal?`,
  insurance: (sum) => `Has ${sum} been settled with the insurer?`,
};
