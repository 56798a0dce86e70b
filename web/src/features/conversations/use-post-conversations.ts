import type { Conversation } from '@openhours/contract/conversations.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api, client } from '../../api/client.ts';
import { readFailure } from '../../api/failure.ts';
import { leaveIfSignedOut, retriesUnanswered } from '../../api/query-client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { cursorAfter, useLiveConversations } from './use-conversation-list.ts';

const pageLength = 50;

/**
 * The reader's conversations about a post. When the page opens, one POST creates a missing conversation and returns the
 * list. Older pages and refetches use GET. A cached list needs no POST.
 */
export function usePostConversations({ postId, email }: { postId: string; email: string }) {
  const queryClient = useQueryClient();
  const options = api.conversations.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ email, postId, messages: 1, limit: pageLength, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageLength ? cursorAfter(last) : undefined;
    },
    // Starts with the answer to the POST.
    enabled: ({ state }) => state.data !== undefined,
    staleTime: 5000,
    // Live events do not reach it while it is not shown.
    refetchOnMount: 'always',
    meta: { logsFailureAs: 'Error fetching conversations' },
  });
  const { queryKey } = options;
  const pages = useInfiniteQuery(options);

  const opening = useMutation({
    mutationFn: () => client.conversations.open({ email, postId, messages: 1, limit: pageLength }),
    // Like a query: waits for a connection, and retries.
    networkMode: 'online',
    retry: retriesUnanswered,
    onSuccess: ({ data: { conversations } }) => {
      // Events during the request were missed.
      const isOutdated = queryClient.getQueryState(queryKey)?.isInvalidated;
      queryClient.setQueryData(queryKey, { pages: [conversations], pageParams: [undefined] });
      if (isOutdated) invalidate(queryClient, queryKey);
    },
    onError: async (error) => {
      console.log('Error fetching conversations', error);
      if (readFailure(error).kind === 'signed-out' && (await leaveIfSignedOut())) opening.mutate();
    },
  });
  const open = useEffectEvent(() => {
    if (!pages.data) opening.mutate();
  });
  useEffect(() => open(), []);

  const { change } = useLiveConversations({
    queryKey,
    ownEmail: email,
    read: (page: readonly Conversation[]) => page,
    write: (list) => [...list],
    concerns: (event) => event.type === 'conversation' && event.postId === postId,
  });
  return { pages, conversations: pages.data?.pages.flat(), opening, change };
}
