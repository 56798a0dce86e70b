import type { Conversation } from '@openhours/contract/conversations.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { api, client } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';

/** Marks messages as read once they are visible in a visible window. */
export function useReading(options: {
  conversation: Conversation;
  /** The number of the last visible message; 0 for none. */
  seen: number;
  onRead: (changes: Pick<Conversation, 'readNumber' | 'unread'>) => void;
}): void {
  const { conversation, seen, onRead } = options;
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const { _id: conversationId, readNumber, messageCount } = conversation;
  const isUnread = isVisible && seen > readNumber;
  const settle = useEffectEvent((answer: Pick<Conversation, 'readNumber' | 'unread'>, countBefore: number) => {
    onRead({ readNumber: answer.readNumber, unread: answer.unread });
    // The answer does not count what has arrived since the request.
    if (messageCount !== countBefore) invalidate(queryClient, api.conversations.list);
    invalidate(queryClient, api.conversations.unread);
  });
  const markRead = useEffectEvent((number: number) => {
    void client.conversations.markRead({ conversationId, number }).then(
      (answer) => settle(answer, messageCount),
      // It stays unread until the next message or visit.
      () => undefined,
    );
  });
  // Once for each message that becomes visible.
  useEffect(() => {
    if (isUnread) markRead(seen);
  }, [isUnread, seen]);
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
