import type { Conversation } from '@openhours/contract/conversations.ts';
import { TYPING_REPORTED_EVERY_MILLIS, TYPING_SHOWN_MILLIS } from '@openhours/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { api, client } from '../../api/client.ts';
import { useTextDraft } from '../../api/drafts.ts';
import { readFailure } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { useLive } from '../live/live-events.ts';
import { BlockButton } from './block-button.tsx';
import { MessageForm } from './message-form.tsx';
import { MessageList } from './message-list.tsx';
import { otherParticipant } from './participants.ts';
import { lastNumber } from './thread.ts';
import { useOutbox } from './use-outbox.ts';
import { useThread } from './use-thread.ts';

type ChatPaneProps = { conversation: Conversation; onChange: (changes: Partial<Conversation>) => void };

/** The chosen conversation: the other person, the messages, and the form. Give each conversation its own `key`. */
export function ChatPane({ conversation, onChange }: ChatPaneProps) {
  const user = useSignedInUser();
  const { _id, post, can } = conversation;
  const other = otherParticipant(conversation, user.email);
  const { thread, older } = useThread(_id);
  const outbox = useOutbox(_id, user);
  const typing = useTyping(_id, user.email);
  const draft = useTextDraft(`message ${_id}`);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const whyNot = useRef<HTMLParagraphElement>(null);

  useReading({ conversation, seen: isAtEnd && thread.data ? lastNumber(thread.data) : 0, onRead: onChange });

  const focusPane = useCallback((): void => {
    // An on-screen keyboard would cover the conversation.
    if (input.current && window.matchMedia('(hover: hover)').matches) input.current.focus();
    else heading.current?.focus();
  }, []);
  useEffect(focusPane, [focusPane]);
  // Somebody may have been typing.
  useEffect(() => {
    if (!can.send && document.activeElement === document.body) whyNot.current?.focus();
  }, [can.send]);

  return (
    <Card className="flex min-w-0 flex-col gap-3 p-3! md:p-5!">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line pb-2 md:pb-3">
        <Avatar name={other.name} photoURL={other.photoURL} size="small" />
        <div className="min-w-0 grow basis-32">
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg leading-snug outline-none">
            <bdi>{other.name}</bdi>
          </h2>
          <EmailText className="block text-sm text-muted" email={other.email} />
        </div>
        <BlockButton conversation={conversation} name={other.name} onChange={onChange} />
        <p className="line-clamp-1 w-full text-sm text-muted md:line-clamp-2" dir="auto">
          {post.gone ? 'The post that this is about was deleted.' : `About: ${post.excerpt}`}
        </p>
      </header>

      {thread.data ? (
        <MessageList
          thread={thread.data}
          unsent={outbox.unsent.filter(({ _id: id }) => !thread.data.some((message) => message._id === id))}
          ownEmail={user.email}
          other={other}
          seenNumber={conversation.seenNumber}
          older={older}
          onAtEnd={setIsAtEnd}
          // Both buttons disappear. While nobody can write here, nothing can be sent.
          onTryAgain={
            can.send &&
            (() => {
              outbox.tryAgain();
              focusPane();
            })
          }
          onRemove={(id) => {
            outbox.remove(id);
            focusPane();
          }}
        />
      ) : (
        <WithoutData query={thread} message="We could not load the messages. Please try again in a moment.">
          <Skeleton className="min-h-64 grow" />
        </WithoutData>
      )}
      <p role="status" className="-my-2 h-6 text-sm text-muted">
        {typing.otherIsTyping && `${other.name} is typing…`}
      </p>

      {can.send ? (
        <MessageForm
          label={`Message to ${other.name}`}
          inputRef={input}
          draft={draft.text}
          onDraft={(text) => {
            draft.write(text);
            if (text !== '') typing.reportTyping();
          }}
          onSend={(text) => {
            outbox.send(text);
            draft.write('');
          }}
        />
      ) : (
        <p ref={whyNot} tabIndex={-1} className="rounded-control bg-sunken px-4 py-3 text-muted">
          {whyNoMessages(conversation, user.email)}
        </p>
      )}
    </Card>
  );
}

/** Why nobody can write in this conversation. */
function whyNoMessages(conversation: Conversation, ownEmail: string): string {
  const { name, email } = otherParticipant(conversation, ownEmail);
  if (conversation.blockedByYou) return `You have blocked ${name}. Unblock them to write to them.`;
  if (email === '') return `${name} no longer has an account here.`;
  if (!conversation.authorAnswers) {
    const isAuthor = conversation.createdBy !== ownEmail;
    return isAuthor ? 'You no longer answer messages here.' : `${name} no longer answers messages here.`;
  }
  return `${name} is not accepting messages from you at the moment.`;
}

/** Whether the other person is typing, and a function to report one's own typing. */
function useTyping(conversationId: string, ownEmail: string) {
  const queryClient = useQueryClient();
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
    void client.conversations.typing({ conversationId }).catch((error: unknown) => {
      // No event tells the readers of a doctor's posts that this person is a doctor no more.
      if (readFailure(error).code === 'BLOCKED') invalidate(queryClient, api.conversations.list);
    });
  };
  return { otherIsTyping: typingAt !== undefined, reportTyping };
}

/** Marks messages as read once they are visible in a visible window. */
function useReading(options: {
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
