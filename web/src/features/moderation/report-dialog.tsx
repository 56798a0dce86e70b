import { MAX_REASON_LENGTH } from '@openhours/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { formFailureMessage } from '../../api/failure.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { anything } from '../../ui/required.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';

const rules = { reason: anything };

type ReportedItem = { kind: 'post' | 'message'; id: string; writtenBy: string };

/** Asks for a reason and reports a post or a message to the admins. */
export function ReportDialog({ open, onClose, item }: { open: boolean; onClose: () => void; item: ReportedItem }) {
  const report = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      item.kind === 'post'
        ? client.moderation.reportPost({ postId: item.id, reason })
        : client.moderation.reportMessage({ messageId: item.id, reason }),
    onSuccess: () => toast.success('Thank you. An admin will review it.'),
  });
  // A report that is still being sent does not close the dialog when it is open again.
  const close = (): void => {
    report.reset();
    onClose();
  };
  const form = useForm({
    rules,
    onSubmit: (values) => report.mutate(values, { onSuccess: close }),
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={item.kind === 'post' ? 'Report this post' : 'Report this message'}
      description={`Admins will see this ${item.kind} by ${item.writtenBy} and nothing else. ${item.writtenBy} will not learn who reported it.`}
      form={form}
      action="Report"
      cancelLabel="Cancel"
      busy={report.isPending}
      message={formFailureMessage(report.error)}
    >
      <TextArea
        data-first-focus=""
        label="What is wrong with it? (optional)"
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
