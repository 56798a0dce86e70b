import { MAX_REASON_LENGTH } from '@openhours/contract/talk-limits.ts';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';

export type ReportedItem = { kind: 'post' | 'message'; id: string; writtenBy: string };

/** Asks why a post or a message should go, and tells the admins. */
export function ReportDialog({ open, onClose, item }: { open: boolean; onClose: () => void; item: ReportedItem }) {
  const [reason, setReason] = useState('');
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const report = useMutation({
    mutationFn: () =>
      item.kind === 'post'
        ? client.moderation.reportPost({ postId: item.id, reason })
        : client.moderation.reportMessage({ messageId: item.id, reason }),
    networkMode: 'always',
    onSuccess: () => {
      setReason('');
      onClose();
      toast.success('Thank you. An admin will look at it.');
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!report.isPending) report.mutate();
  };
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={item.kind === 'post' ? 'Report this post' : 'Report this message'}
      description={`Admins get to see this ${item.kind} of ${item.writtenBy}, and nothing else. ${item.writtenBy} is not told who reported it.`}
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={report.isPending}>
            Report
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <TextArea
          ref={field}
          label="What is wrong with it? (optional)"
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormError message={report.error?.message} />
      </form>
    </LazyDialog>
  );
}
