import { TYPING_REPORTED_EVERY_MILLIS, TYPING_SHOWN_MILLIS } from '@openhours/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { useLive } from '../live/live-events.ts';

/** Whether the other person is typing, and a function to report one's own typing. */
export function useTyping(conversationId: string, ownEmail: string) {
  const [typingAt, setTypingAt] = useState<number>();
  const reportedAt = useRef(0);

  useLive((event) => {
    if (event.type === 'typing' && event.conversationId === conversationId && event.by !== ownEmail) {
      setTypingAt(Date.now());
    }
    if (event.type !== 'message' || event.message.conversationId !== conversationId) return;
    if (event.message.createdBy !== ownEmail) setTypingAt(undefined);
  });
  useEffect(() => {
    if (typingAt === undefined) return;
    const timer = window.setTimeout(() => setTypingAt(undefined), TYPING_SHOWN_MILLIS);
    return () => window.clearTimeout(timer);
  }, [typingAt]);

  const reportTyping = (): void => {
    if (Date.now() - reportedAt.current < TYPING_REPORTED_EVERY_MILLIS) return;
    reportedAt.current = Date.now();
    void client.conversations.typing({ conversationId }).catch(() => undefined);
  };
  return { otherIsTyping: typingAt !== undefined, reportTyping };
}
