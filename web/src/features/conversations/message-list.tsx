import type { Participant } from '@openhours/contract/conversations.ts';
import { counted } from '@openhours/contract/counted.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { MessageBubble } from './message-bubble.tsx';
import type { Unsent } from './outbox.ts';
import { lastNumber, type Thread } from './thread.ts';
import { UnsentBubble } from './unsent-bubble.tsx';

type MessageListProps = {
  thread: Thread;
  unsent: readonly Unsent[];
  ownEmail: string;
  other: Participant;
  seenNumber: number;
  older: { has: boolean; load: () => void; isLoading: boolean; failed: boolean };
  onAtEnd: (isAtEnd: boolean) => void;
  onTryAgain: false | (() => void);
  onRemove: (id: string) => void;
};

/** The distance from the end that counts as the end, and the distance from the start at which older messages load. */
const endPixels = 40;
const beginningPixels = 400;

/**
 * The messages; only those near the visible part are in the document. At the end, the list follows new messages.
 * Elsewhere it keeps its position when messages are added above or below, and shows how many are new.
 */
export function MessageList(props: MessageListProps) {
  const { thread, unsent, ownEmail, other, seenNumber, older, onAtEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const last = lastNumber(thread);
  const [readTo, setReadTo] = useState(last);
  if (isAtEnd && readTo !== last) setReadTo(last);
  const waiting = thread.filter(({ number, createdBy }) => number > readTo && createdBy !== ownEmail).length;
  const lastSeen = thread.findLast(({ number, createdBy }) => number <= seenNumber && createdBy === ownEmail);

  const count = thread.length + unsent.length;
  // oxlint-disable-next-line incompatible-library -- Its values are only used in elements, never in anything memoized.
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 76,
    getItemKey: (index) => thread[index]?._id ?? unsent[index - thread.length]?._id ?? index,
    overscan: 8,
    paddingStart: 12,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endPixels,
  });

  const tellEnd = useEffectEvent((next: boolean) => {
    if (next === isAtEnd) return;
    setIsAtEnd(next);
    onAtEnd(next);
  });
  const look = useEffectEvent(() => {
    const box = scroller.current;
    if (!box) return;
    tellEnd(box.scrollHeight - box.scrollTop - box.clientHeight <= endPixels);
    if (box.scrollTop < beginningPixels && older.has && !older.isLoading && !older.failed) older.load();
  });
  const stayAtEnd = useEffectEvent(() => {
    if (isAtEnd) virtual.scrollToEnd();
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    virtual.scrollToEnd();
    const onScroll = (): void => look();
    box.addEventListener('scroll', onScroll, { passive: true });
    // An on-screen keyboard takes half of the height: keep the end visible.
    const resized = new ResizeObserver(() => stayAtEnd());
    resized.observe(box);
    return () => {
      box.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
    // oxlint-disable-next-line exhaustive-deps -- It runs once: the virtualizer never changes.
  }, []);

  // Scroll to one's own new message.
  const newestUnsent = unsent.at(-1)?._id;
  useEffect(() => {
    if (newestUnsent !== undefined) virtual.scrollToEnd();
    // oxlint-disable-next-line exhaustive-deps -- It runs for each new message only.
  }, [newestUnsent]);

  const newest = thread.at(-1);
  return (
    <div className="relative flex min-h-64 min-w-0 grow flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label={`Messages with ${other.name}`}
        // Not live: scrolling adds old messages. The line below announces new ones.
        aria-live="off"
        // oxlint-disable-next-line no-noninteractive-tabindex -- The keyboard must reach a list that scrolls.
        tabIndex={0}
        className="min-h-0 grow basis-0 overflow-y-auto overscroll-contain rounded-control border border-line bg-paper px-3 [overflow-anchor:none]"
      >
        {count === 0 && <p className="grid h-full place-items-center text-muted">No messages yet. Say hello.</p>}
        {older.isLoading && <p className="absolute inset-x-0 top-1 z-10 text-center text-sm text-muted">Loading…</p>}
        {older.failed && (
          <Button variant="quiet" size="small" className="w-full" onClick={older.load}>
            Older messages could not be loaded. Try again
          </Button>
        )}
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const message = thread[index];
            const waitingToGo = unsent[index - thread.length];
            return (
              <div
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0 pb-2.5"
                style={{ transform: `translateY(${start}px)` }}
              >
                {message ? (
                  <MessageBubble
                    message={message}
                    isOwn={message.createdBy === ownEmail}
                    name={other.name}
                    before={thread[index - 1]}
                    isLastSeen={message === lastSeen}
                  />
                ) : (
                  waitingToGo && (
                    <UnsentBubble
                      unsent={waitingToGo}
                      onTryAgain={props.onTryAgain}
                      onRemove={() => props.onRemove(waitingToGo._id)}
                    />
                  )
                )}
              </div>
            );
          })}
        </div>
      </div>
      {waiting > 0 && (
        <Button
          size="small"
          className="absolute inset-x-0 bottom-3 mx-auto w-fit animate-rise-in rounded-full! shadow-float!"
          onClick={() => {
            virtual.scrollToEnd();
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown className="size-4" aria-hidden="true" />
          {counted(waiting, 'new message')}
        </Button>
      )}
      <Announcement
        key={other.email}
        messageId={newest?._id}
        text={newest && newest.createdBy !== ownEmail ? `${other.name}: ${newest.message}` : ''}
      />
    </div>
  );
}

/** Announces new messages to screen readers, except those that were there when the conversation was opened. */
function Announcement({ messageId, text }: { messageId: string | undefined; text: string }) {
  const [first] = useState(messageId);
  return (
    <p role="status" className="sr-only">
      {/* A new element for each message, because screen readers repeat the same text only for an added element. */}
      {messageId !== first && <span key={messageId}>{text}</span>}
    </p>
  );
}
