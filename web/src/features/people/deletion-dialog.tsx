import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { api } from '../../api/client.ts';
import { failureMessage, isNotFound, readFailure } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { Consequences } from './consequences.tsx';
import { consequencesForThem } from './deletion-words.ts';

/** How to delete one kind of person, and the messages. */
export type Deletion = {
  send: (id: string, context: { bearer: true; idempotencyKey: string }) => Promise<{ deletedCount: number }>;
  done: (name: string) => string;
  /** Nobody was deleted, or the request was refused. */
  failed: string;
  /** It is unknown whether the person was deleted. */
  unanswered: string;
};

/**
 * Asks before deleting a person, and shows the effects on future bookings. If the effects could not be
 * loaded, the person can still be deleted.
 */
export function DeletionDialog({
  person,
  deletion,
  onDeleted,
  instead,
  ...dialog
}: RowDialogProps & {
  person: { _id: string; name: string };
  deletion: Deletion;
  onDeleted: () => void;
  /** What the admin may have come for instead. */
  instead?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const remove = useIdempotentMutation({
    mutationFn: (id: string, { context }) => deletion.send(id, { bearer: true, ...context }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount > 0) toast.success(deletion.done(person.name));
      else toast.error(deletion.failed);
      onDeleted();
    },
    onError: (error) => toast.error(readFailure(error).kind === 'unanswered' ? deletion.unanswered : deletion.failed),
    onSettled: (_, error) => {
      if (!error) forgetPreview();
      refetchLists();
    },
  });
  /** Stops refetching the preview of a deleted person. */
  const forgetPreview = (): void =>
    queryClient.removeQueries({ queryKey: api.people.deletion.key({ input: { id: person._id } }) });
  const refetchLists = (): void =>
    invalidate(queryClient, api.people, api.doctors, api.appointments, api.audit, api.schedule);
  const preview = useQuery(
    api.people.deletion.queryOptions({
      input: { id: person._id },
      // Without an answer the person may be deleted already, and the preview would be 404.
      enabled: dialog.open && remove.isIdle,
      staleTime: 0,
    }),
  );
  const isGone = dialog.open && isNotFound(preview.error);
  const leave = useEffectEvent(() => {
    toast.error(deletion.failed);
    onDeleted();
    forgetPreview();
    refetchLists();
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  const refusal = preview.data?.refusal;
  const isKnown = preview.data !== undefined && !preview.isError;
  return (
    <QuestionDialog
      {...dialog}
      title="Are you sure you want to delete?"
      description={`If you delete ${person.name}, this action cannot be undone.`}
      action="Delete"
      cancelLabel="cancel"
      disabled={(preview.isPending && !preview.isPaused) || isGone || refusal !== undefined}
      busy={remove.isPending}
      message={refusal ?? failureMessage(remove.error)}
      below={instead}
      onConfirm={() => remove.mutate(person._id)}
    >
      {refusal === undefined && (
        <Consequences
          sentences={isKnown ? consequencesForThem(preview.data) : undefined}
          failure={isGone ? undefined : failureMessage(preview.error)}
          query={preview}
        />
      )}
    </QuestionDialog>
  );
}
