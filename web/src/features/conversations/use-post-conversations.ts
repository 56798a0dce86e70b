import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api, client } from '../../api/client.ts';
import { readFailure } from '../../api/failure.ts';
import { pagesOf, readPage } from '../../api/list-pages.ts';
import { leaveIfSignedOut, retriesUnanswered } from '../../api/query-client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { cursorOf, useLiveConversations } from './use-conversation-list.ts';

const paging = { length: 50, cursorOf };

/**
 * The reader's conversations about a post. When the page opens, one POST creates a missing conversation and returns the
 * list. Older pages and refetches use GET. A cached list needs no POST.
 */
export function usePostConversations({ postId, email }: { postId: string; email: string }) {
  const queryClient = useQueryClient();
  const input = { email, postId, messages: 1 };
  const options = pagesOf(api.conversations.list, { input, ...paging });
  const { queryKey } = options;
  const pages = useInfiniteQuery({
    ...options,
    // Starts with the answer to the POST.
    enabled: ({ state }) => state.data !== undefined,
    staleTime: 5000,
    // Live events do not reach it while it is not shown.
    refetchOnMount: 'always',
    meta: { logsFailureAs: 'Error fetching conversations' },
  });

  const opening = useMutation({
    mutationFn: () => client.conversations.open({ ...input, limit: paging.length + 1 }),
    // Like a query: waits for a connection, and retries.
    networkMode: 'online',
    retry: retriesUnanswered,
    onSuccess: ({ data: { conversations } }) => {
      // Events during the request were missed.
      const isOutdated = queryClient.getQueryState(queryKey)?.isInvalidated;
      queryClient.setQueryData(queryKey, { pages: [readPage(conversations, paging)], pageParams: [undefined] });
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
    concerns: (event) => event.type === 'conversation' && event.postId === postId,
  });
  return { pages, conversations: pages.data, opening, change };
}
