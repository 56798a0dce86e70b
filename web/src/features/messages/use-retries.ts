import { counted } from '@openhours/contract/counted.ts';
import type { OutgoingMessage } from '@openhours/contract/messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { toast } from '../../ui/toast.ts';

/** Sends one failed message again, or all of them. */
export function useRetries() {
  const queryClient = useQueryClient();
  const context = { bearer: true };
  const after = {
    onError: (error: Error) => toast.error(failureMessage(error)),
    onSettled: () => invalidate(queryClient, api.messages, api.audit),
  };
  const done = (said: string) => {
    toast.success(said);
    // The button disappears.
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  const one = useMutation({
    mutationFn: ({ _id: id }: OutgoingMessage) => client.messages.retry({ id }, { context }),
    onSuccess: (_, { channel }) => done(`The ${channel === 'text' ? 'text message' : 'email'} is being sent again.`),
    ...after,
  });
  const all = useMutation({
    mutationFn: () => client.messages.retryAll(undefined, { context }),
    onSuccess: ({ queued }) => done(`${counted(queued, 'message is', 'messages are')} being sent again.`),
    ...after,
  });
  return { one, all };
}
