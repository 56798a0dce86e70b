import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { failureMessage } from './failure.ts';
import type { Shown } from './refetch-after.ts';

/** A call that the user confirms first. A success closes the dialog and shows a toast; a failure is shown in the dialog. */
export function ConfirmedCall<Answer>({
  call,
  success,
  refetches,
  ...question
}: Omit<ComponentProps<typeof QuestionDialog>, 'busy' | 'message' | 'onConfirm'> & {
  call: () => Promise<Answer>;
  /** The text of the toast. */
  success: (answer: Answer) => string;
  /** What the call may have changed, also if it failed. */
  refetches: readonly Shown[];
}) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      toast.success(success(answer));
      question.onClose();
    },
    meta: { refetches },
  });
  return <QuestionDialog {...question} busy={isPending} message={failureMessage(error)} onConfirm={() => mutate()} />;
}
