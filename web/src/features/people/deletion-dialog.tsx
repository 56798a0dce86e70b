import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api } from '../../api/client.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { Consequences } from './consequences.tsx';
import { consequencesForThem } from './deletion-words.ts';

/** How one kind of person is deleted, and what is said about it. */
export type Deletion = {
  send: (id: string) => Promise<{ deletedCount: number }>;
  done: (name: string) => string;
  /** There was nobody to delete, or it was refused. */
  failed: string;
  /** Nobody knows whether it was done. */
  unanswered: string;
};

export type DeletionDialogProps = {
  open: boolean;
  person: { _id: string; name: string };
  deletion: Deletion;
  onClose: () => void;
  onDeleted: () => void;
  finalFocus: RefObject<HTMLElement | null>;
};

/** Asks before it deletes, and says what will happen to future bookings: until that is known it cannot be confirmed. */
export function DeletionDialog({ open, person, deletion, onClose, onDeleted, finalFocus }: DeletionDialogProps) {
  const queryClient = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    mutationFn: () => deletion.send(person._id),
    networkMode: 'always',
    onSuccess: ({ deletedCount }) => {
      if (deletedCount > 0) toast.success(deletion.done(person.name));
      else toast.error(deletion.failed);
      onDeleted();
    },
    onError: (error) => toast.error(isRefusal(error) ? deletion.failed : deletion.unanswered),
    onSettled: (_, error) => {
      // Who is gone is not asked about again.
      if (!error) queryClient.removeQueries({ queryKey: api.people.deletion.key({ input: { id: person._id } }) });
      for (const part of [api.people, api.doctors, api.audit, api.schedule]) {
        void queryClient.invalidateQueries({ queryKey: part.key() });
      }
    },
  });
  const preview = useQuery(
    api.people.deletion.queryOptions({
      input: { id: person._id },
      context: { bearer: true },
      enabled: open && !remove.isSuccess,
      staleTime: 0,
    }),
  );
  const refusal = preview.data?.refusal;
  const isKnown = preview.data !== undefined && !preview.isError;
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Are you sure you want to delete?"
      description={`If you delete ${person.name}, this action cannot be undone.`}
      initialFocus={cancel}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            cancel
          </Button>
          <Button
            variant="danger"
            disabled={!isKnown || refusal !== undefined}
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
        </>
      }
    >
      <div className="grid gap-y-4 has-[[role=alert]:empty]:gap-0">
        {refusal === undefined && (
          <Consequences
            sentences={isKnown ? consequencesForThem(preview.data) : undefined}
            failure={preview.isError ? failureMessage(preview.error) : undefined}
            onRetry={() => void preview.refetch()}
            busy={preview.isFetching}
          />
        )}
        <FormError message={refusal ?? (remove.error ? failureMessage(remove.error) : undefined)} />
      </div>
    </LazyDialog>
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'status') === 409;
}
