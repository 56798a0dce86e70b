import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useLive } from '../live/live-events.ts';
import { leavesGap, olderThan, type Thread, withMessages } from './thread.ts';

const firstLength = 50;
const olderLength = 100;
const catchUpLength = 200;

/** The messages of a conversation, live. `older` loads older ones; missed ones are fetched after a reconnect. */
export function useThread(conversationId: string) {
  const queryClient = useQueryClient();
  const queryKey = api.conversations.messages.key({ input: { conversationId }, type: 'query' });
  const thread = useQuery({
    queryKey,
    queryFn: () => newest(conversationId, queryClient.getQueryData<Thread>(queryKey)),
    // Live events do not reach it while it is not shown.
    staleTime: 0,
    refetchOnWindowFocus: false,
    // Messages that arrived during the request stay.
    structuralSharing: (before, after) => withMessages((before ?? []) as Thread, after as Thread),
  });
  const take = (messages: Thread): void =>
    void queryClient.setQueryData<Thread>(queryKey, (before) => withMessages(before ?? [], messages));
  const catchUp = (): void => invalidate(queryClient, queryKey);

  useLive((event) => {
    if (event.type === 'ready' && !event.resumed) catchUp();
    if (event.type !== 'message' || event.message.conversationId !== conversationId) return;
    const known = queryClient.getQueryData<Thread>(queryKey);
    if (!known || leavesGap(known, event.message)) catchUp();
    else if (event.message.number >= (known[0]?.number ?? 0)) take([event.message]);
  });

  const cursor = thread.data && olderThan(thread.data);
  const load = useMutation({
    mutationFn: () => client.conversations.messages({ conversationId, cursor, limit: olderLength }),
    onSuccess: take,
  });
  const older = {
    has: cursor !== undefined,
    load: () => load.mutate(),
    isLoading: load.isPending,
    failed: load.isError,
  };
  return { thread, older };
}

/** The newest messages, or the loaded ones and all after them: loaded ones may have been hidden or shown again. */
async function newest(conversationId: string, loaded: Thread | undefined): Promise<Thread> {
  const [first] = loaded ?? [];
  if (!first) return client.conversations.messages({ conversationId, limit: firstLength });
  return allAfter(conversationId, first.number - 1);
}

async function allAfter(conversationId: string, number: number): Promise<Thread> {
  let messages: Thread = [];
  for (;;) {
    const after = messages.at(-1)?.number ?? number;
    const page = await client.conversations.messages({ conversationId, after, limit: catchUpLength });
    messages = [...messages, ...page];
    if (page.length < catchUpLength) return messages;
  }
}
