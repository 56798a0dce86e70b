import type { Post } from '@openhours/contract/feed.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';

type DeletePostDialogProps = {
  open: boolean;
  post: Post;
  onClose: () => void;
  onDeleted: () => void;
  /** The post may have been deleted all the same. */
  onFailed: () => void;
  onClosed: () => void;
};

/** Asks before deleting a post, and says what happens to its conversations. */
export function DeletePostDialog({ open, post, onClose, onDeleted, onFailed, onClosed }: DeletePostDialogProps) {
  const preview = useQuery(
    api.feed.deletionPreview.queryOptions({ input: { postId: post._id }, enabled: open, staleTime: 0 }),
  );
  const remove = useMutation({
    mutationFn: () => client.feed.delete({ postId: post._id }),
    onSuccess: ({ acknowledged }) => {
      if (acknowledged) onDeleted();
      else toast.error('Error got to delete data', { isBrief: true });
    },
    onError: () => {
      toast.error('Error got to delete data', { isBrief: true });
      onFailed();
    },
  });
  return (
    <QuestionDialog
      open={open}
      onClose={onClose}
      title="Delete this post?"
      description={`Its text and image will be deleted permanently. ${consequence(preview.data?.conversations)}`}
      onClosed={onClosed}
      action="Delete"
      disabled={preview.isPending && !preview.isPaused}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

/** @param conversations how many are about the post; undefined if unknown */
function consequence(conversations: number | undefined): string {
  if (conversations === 0) return 'There are no conversations about it.';
  const count =
    conversations === undefined
      ? 'Conversations about it stay'
      : conversations === 1
        ? 'The one conversation about it stays'
        : `The ${conversations} conversations about it stay`;
  return `${count} readable and can continue; nobody can start a new one.`;
}
