import type { Conversation } from '@openhours/contract/conversations.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';

type BlockButtonProps = {
  conversation: Conversation;
  name: string;
  onChange: (changes: Partial<Conversation>) => void;
};

/** Blocks the other person after a confirmation, or unblocks them without one. */
export function BlockButton({ conversation, name, onChange }: BlockButtonProps) {
  const { _id: conversationId, blockedByYou } = conversation;
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const block = useMutation({
    mutationFn: (blocked: boolean) => client.conversations.block({ conversationId, blocked }),
    onSuccess: (answer) => {
      setAsking(false);
      onChange({ blockedByYou: answer.blockedByYou, ...(answer.blockedByYou && { can: { send: false } }) });
      // The other person may have blocked this one: ask the server whether writing is possible again.
      if (!answer.blockedByYou) invalidate(queryClient, api.conversations.list);
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <>
      <Button
        variant="quiet"
        className="px-3! text-muted!"
        busy={block.isPending && !asking}
        onClick={() => (blockedByYou ? block.mutate(false) : setAsking(true))}
      >
        <Ban className="size-4" aria-hidden="true" />
        {blockedByYou ? 'Unblock' : 'Block'}
      </Button>
      <QuestionDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Block ${name}?`}
        description="Neither of you can write to the other any more, here or about any other post, until you unblock them. You can both still read earlier messages."
        action="Block"
        busy={block.isPending}
        onConfirm={() => block.mutate(true)}
      />
    </>
  );
}
