import { counted } from '@openhours/contract/counted.ts';
import { amountText } from '@openhours/contract/money.ts';
import type { PaymentDifference, UnpaidRefund } from '@openhours/contract/payment.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { api, client } from '../../api/client.ts';
import { instantText } from '../../clinic/instant.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { DismissalDialog } from './dismissal-dialog.tsx';
import { PayoutDialog } from './payout-dialogs.tsx';

/** Differences between the providers' records and the clinic's, and a button that compares now. */
export function Differences() {
  const differences = useQuery(api.payments.differences.queryOptions());
  const compare = useMutation({
    mutationFn: () => client.payments.reconcile({}),
    onSuccess: ({ asked, settled, differences: found, complete }) => {
      const rest = complete ? '' : ' There was no time to compare everything. The next hourly run continues.';
      const differences = found === 0 ? 'no differences' : counted(found, 'difference');
      toast.success(`Checked ${counted(asked, 'payment')}: ${settled} settled, ${differences}.${rest}`);
    },
    onError: (error) => toast.error(error.message),
    meta: { refetches: [api.payments], waits: true },
  });
  const foreign = compare.data?.foreign ?? 0;
  const dismissal = useChosen<PaymentDifference>();
  const payout = useChosen<UnpaidRefund>();
  return (
    <section aria-labelledby="differences">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="differences" className="text-heading">
          Differences
        </h2>
        <Button variant="secondary" busy={compare.isPending} onClick={() => compare.mutate()}>
          Compare now
        </Button>
      </div>
      {differences.data?.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck className="size-5 shrink-0 text-pine" aria-hidden="true" />
          No differences.
        </p>
      )}
      {differences.isError && <p className="text-danger">{differences.error.message}</p>}
      {foreign > 0 && <p className="mb-4">{foreignText(foreign)}</p>}
      <ul className="grid gap-3">
        {differences.data?.map((difference) => (
          <Difference
            key={difference._id}
            difference={difference}
            onDismiss={() => dismissal.open(difference)}
            onPayOut={payout.open}
          />
        ))}
      </ul>
      <ChosenDialog of={dismissal}>
        {(difference, dialog) => <DismissalDialog {...dialog} difference={difference} />}
      </ChosenDialog>
      <ChosenDialog of={payout}>{(refund, dialog) => <PayoutDialog {...dialog} refund={refund} />}</ChosenDialog>
    </section>
  );
}

function Difference({
  difference,
  onDismiss,
  onPayOut,
}: {
  difference: PaymentDifference;
  onDismiss: () => void;
  onPayOut: (refund: UnpaidRefund) => void;
}) {
  const { message, transactionId, seenAt, paymentId, canPayOut } = difference;
  const id = useId();
  return (
    <li className="flex gap-3 rounded-card bg-amber-soft p-4 text-amber-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 grow basis-48">
          <p id={id}>{message}</p>
          <p className="text-sm">
            <span className="font-mono break-all">{transactionId}</span>
            {`, ${instantText(seenAt)}`}
          </p>
          {paymentId && <TextLink href={href.adminPayment(paymentId)}>Look at the payment</TextLink>}
        </div>
        <div className="flex flex-wrap gap-3">
          {canPayOut.map((refund) => (
            <Button key={refund._id} variant="secondary" aria-describedby={id} onClick={() => onPayOut(refund)}>
              {canPayOut.length === 1
                ? 'Record as paid in another way'
                : `Record ${amountText(refund.amount, refund.currency)} as paid in another way`}
            </Button>
          ))}
          <Button variant="secondary" aria-describedby={id} onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </div>
    </li>
  );
}

function foreignText(count: number): string {
  return `${counted(count, 'charge on the card account is', 'charges on the card account are')} not from this clinic.`;
}
