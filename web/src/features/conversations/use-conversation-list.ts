import type { Conversation } from '@openhours/contract/conversations.ts';
import type { LiveEvent } from '@openhours/contract/live.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type Pages, rowsOf } from '../../api/list-pages.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useOverwrites } from '../../api/use-overwrites.ts';
import { useLive } from '../live/live-events.ts';
import { listAfterEvent } from './conversation-changes.ts';

/** The cursor after a conversation in a list by activity. */
export function cursorOf({ lastActivityAt, _id }: Conversation): string {
  return `${lastActivityAt},${_id}`;
}

/** Keeps a list of conversations up to date from live events, or by refetching. */
export function useLiveConversations(options: {
  queryKey: QueryKey;
  ownEmail: string;
  /** Whether a new or changed conversation belongs in this list. Those in the list stay. */
  concerns: (event: Extract<LiveEvent, { type: 'conversation' | 'message' }>) => boolean;
}): { change: (id: string, changes: Partial<Conversation>) => void } {
  const { queryKey, ownEmail, concerns } = options;
  const queryClient = useQueryClient();
  const refresh = (): void => invalidate(queryClient, queryKey);
  const noteWrite = useOverwrites(queryKey, refresh);
  const rewrite = (data: Pages<Conversation>, list: readonly Conversation[]): Pages<Conversation> => {
    // Sorting may move conversations between pages, whose lengths do not change.
    let taken = 0;
    const pages = data.pages.map(({ rows: { length }, next }) => {
      taken += length;
      return { rows: list.slice(taken - length, taken), next };
    });
    return { ...data, pages };
  };

  useLive((event) => {
    if (event.type === 'ready' && !event.resumed) refresh();
    // Only doctors and admins answer about their posts.
    if (event.type === 'role') refresh();
    const data = queryClient.getQueryData<Pages<Conversation>>(queryKey);
    const list = data && rowsOf(data);
    const id = idOf(event);
    if (id === undefined) return;
    if (!data || !list) {
      refresh();
      return;
    }
    if (!list.some(({ _id }) => _id === id)) {
      if ((event.type === 'conversation' || event.type === 'message') && concerns(event)) refresh();
      return;
    }
    const after = listAfterEvent(list, event, ownEmail);
    if (!after) refresh();
    else if (after !== list) {
      noteWrite();
      queryClient.setQueryData<Pages<Conversation>>(queryKey, rewrite(data, after));
    }
  });

  return {
    change: (id, changes) => {
      noteWrite();
      queryClient.setQueryData<Pages<Conversation>>(
        queryKey,
        (data) =>
          data &&
          rewrite(
            data,
            rowsOf(data).map((one) => (one._id === id ? { ...one, ...changes } : one)),
          ),
      );
    },
  };
}

function idOf(event: LiveEvent): string | undefined {
  if (event.type === 'message') return event.message.conversationId;
  return event.type === 'read' || event.type === 'conversation' ? event.conversationId : undefined;
}
