import type { Conversation } from '@openhours/contract/conversations.ts';
import type { LiveEvent } from '@openhours/contract/live.ts';
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/refetch-after.ts';
import { useOverwrites } from '../../api/use-overwrites.ts';
import { useLive } from '../live/live-events.ts';
import { listAfterEvent } from './conversation-changes.ts';

type Pages<Page> = InfiniteData<Page, string | undefined>;

/** The cursor after a conversation in a list by activity. */
export function cursorAfter({ lastActivityAt, _id }: Conversation): string {
  return `${lastActivityAt},${_id}`;
}

/** Keeps a list of conversations up to date from live events, or by refetching. */
export function useLiveConversations<Page>(options: {
  queryKey: QueryKey;
  ownEmail: string;
  read: (page: Page) => readonly Conversation[];
  write: (conversations: readonly Conversation[]) => Page;
  /** Whether a new or changed conversation belongs in this list. Those in the list stay. */
  concerns: (event: Extract<LiveEvent, { type: 'conversation' | 'message' }>) => boolean;
}): { change: (id: string, changes: Partial<Conversation>) => void } {
  const { queryKey, ownEmail, read, write, concerns } = options;
  const queryClient = useQueryClient();
  const refresh = (): void => invalidate(queryClient, queryKey);
  const noteWrite = useOverwrites(queryKey, refresh);
  const rewrite = (data: Pages<Page>, list: readonly Conversation[]): Pages<Page> => {
    // Sorting may move conversations between pages, whose lengths do not change.
    let taken = 0;
    const pages = data.pages.map((page) => {
      const { length } = read(page);
      taken += length;
      return write(list.slice(taken - length, taken));
    });
    return { ...data, pages };
  };

  useLive((event) => {
    if (event.type === 'ready' && !event.resumed) refresh();
    // Only doctors and admins answer about their posts.
    if (event.type === 'role') refresh();
    const data = queryClient.getQueryData<Pages<Page>>(queryKey);
    const list = data?.pages.flatMap((page) => [...read(page)]);
    const id = idOf(event);
    if (id === undefined) return;
    if (!data || !list) {
      // The first request goes on, and may have been answered before.
      noteWrite();
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
      queryClient.setQueryData<Pages<Page>>(queryKey, rewrite(data, after));
    }
  });

  return {
    change: (id, changes) => {
      noteWrite();
      queryClient.setQueryData<Pages<Page>>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) =>
              write(read(page).map((one) => (one._id === id ? { ...one, ...changes } : one))),
            ),
          },
      );
    },
  };
}

function idOf(event: LiveEvent): string | undefined {
  if (event.type === 'message') return event.message.conversationId;
  return event.type === 'read' || event.type === 'conversation' ? event.conversationId : undefined;
}
