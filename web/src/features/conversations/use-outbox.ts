import { useSyncExternalStore } from 'react';
import { api, client } from '../../api/client.ts';
import { type Draft, draftOf } from '../../api/drafts.ts';
import { readFailure } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';
import { queryClient } from '../../api/query-client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import type { SessionUser } from '../../api/session.ts';
import { serverNow } from '../../clinic/clock.ts';
import { createOutbox, type Unsent } from './outbox.ts';
import { leavesGap, type Thread, withMessages } from './thread.ts';
import { uuid7 } from './uuid7.ts';

type Outbox = ReturnType<typeof createOutbox>;
let current: { uid: string; outbox: Outbox } | undefined;

/** The signed-in person's unsent messages in this conversation, and functions to send, retry and remove them. */
export function useOutbox(conversationId: string, user: SessionUser) {
  const outbox = outboxOf(user);
  const messages = useSyncExternalStore(outbox.subscribe, outbox.messages);
  return {
    unsent: messages.filter((message) => message.conversationId === conversationId),
    send: (message: string): void =>
      outbox.add({ _id: uuid7(), conversationId, message, writtenAt: new Date(serverNow()).toISOString() }),
    tryAgain: (): void => outbox.tryAgain(conversationId),
    remove: outbox.remove,
  };
}

/** One per window: leaving the page does not stop sending. */
function outboxOf({ uid, email }: SessionUser): Outbox {
  if (current?.uid === uid) return current.outbox;
  const draft = draftOf(uid, 'unsent');
  const outbox = createOutbox({
    stored: listStored(draft),
    onChange: draft.write,
    send: (message) => send(message, email),
  });
  current = { uid, outbox };
  return outbox;
}

async function send({ _id, conversationId, message }: Unsent, senderEmail: string) {
  try {
    const { conversationMessage } = await client.conversations.send({ _id, conversationId, message, senderEmail });
    const queryKey = api.conversations.messages.key({ input: { conversationId }, type: 'query' });
    const thread = queryClient.getQueryData<Thread>(queryKey);
    // What the other person wrote before may not have arrived: adding this one alone would drop all that is loaded.
    if (thread && leavesGap(thread, conversationMessage)) invalidate(queryClient, queryKey);
    else if (thread) queryClient.setQueryData<Thread>(queryKey, withMessages(thread, [conversationMessage]));
    return { kind: 'sent' } as const;
  } catch (error) {
    console.log('Error adding message', error);
    const { kind, message = 'Not sent.' } = readFailure(error);
    // The page may not know yet that nobody can write here any more.
    if (kind !== 'unanswered') invalidate(queryClient, api.conversations.list);
    return { kind: kind === 'unanswered' ? 'no-answer' : 'refused', trouble: message } as const;
  }
}

function listStored(draft: Draft): readonly Unsent[] {
  const stored = draft.read();
  if (!Array.isArray(stored)) return [];
  return stored.filter(isUnsent);
}

function isUnsent(value: unknown): value is Unsent {
  const isText = (name: string) => typeof fieldOf(value, name) === 'string';
  return ['_id', 'conversationId', 'message', 'writtenAt'].every(isText);
}
