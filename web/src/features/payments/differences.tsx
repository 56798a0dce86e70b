import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { api, client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { instantText } from './payment-words.ts';

/** What the provider and the clinic tell differently, ideally nothing, and a way to ask again now. */
export function Differences() {
  const queryClient = useQueryClient();
  const context = { bearer: true };
  const differences = useQuery(api.payments.differences.queryOptions({ context }));
  const compare = useMutation({
    mutationFn: () => client.payments.reconcile({}, { context }),
    onSuccess: async ({ asked, settled, differences: found }) => {
      await queryClient.invalidateQueries({ queryKey: api.payments.key() });
      toast.success(
        `Asked about ${asked}, settled ${settled}, ${found} ${found === 1 ? 'difference' : 'differences'}.`,
      );
    },
    onError: (error) => toast.error(error.message),
  });
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
          None: the providers and the clinic agree.
        </p>
      )}
      {differences.isError && <p className="text-danger">{differences.error.message}</p>}
      <ul className="grid gap-3">
        {differences.data?.map(({ _id, message, transactionId, seenAt, paymentId }) => (
          <li key={_id} className="flex gap-3 rounded-card bg-amber-soft p-4 text-amber-ink">
            <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            <div className="min-w-0">
              <p>{message}</p>
              <p className="text-sm">
                <span className="font-mono break-all">{transactionId}</span>
                {`, ${instantText(seenAt)}`}
              </p>
              {paymentId && <TextLink href={`/dashboard/payments/${paymentId}`}>Look at the payment</TextLink>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
