import type { ConversationMessage } from '@openhours/contract/conversations.ts';
import { instantText, timeText } from '@openhours/contract/instant-text.ts';
import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { WrittenText } from '../feed/written-text.tsx';
import { ReportDialog } from '../moderation/report-dialog.tsx';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

type MessageBubbleProps = {
  message: ConversationMessage;
  isOwn: boolean;
  /** The name of the other person. */
  name: string;
  before: ConversationMessage | undefined;
  /** Whether it is the last own message that the other person has read. */
  isLastSeen: boolean;
};

/** Own messages are on the right in blue, others' on the left in grey. Each also names its sender. */
export function MessageBubble({ message, isOwn, name, before, isLastSeen }: MessageBubbleProps) {
  const at = new Date(message.createdAt);
  const beginsDay = !before || day.format(new Date(before.createdAt)) !== day.format(at);
  const beginsTurn = beginsDay || before.createdBy !== message.createdBy;
  return (
    <>
      {beginsDay && <p className="pt-1 pb-3 text-center text-sm text-muted">{day.format(at)}</p>}
      <div className={classNames('group flex flex-col', isOwn ? 'items-end' : 'items-start')}>
        <p className={beginsTurn ? 'mb-0.5 px-1 text-sm font-semibold text-muted' : 'sr-only'}>
          {isOwn ? 'You' : <bdi>{name}</bdi>}
        </p>
        <div className={classNames('flex w-full items-center gap-1', isOwn && 'justify-end')}>
          <div className={bubbleLook(isOwn)}>
            {message.hidden ? (
              <em className="opacity-80">Hidden by an admin</em>
            ) : (
              <WrittenText text={message.message} />
            )}
          </div>
          {!isOwn && !message.hidden && <ReportMessage message={message} name={name} />}
        </div>
        <p className="px-1 text-xs text-muted">
          <time dateTime={message.createdAt} title={instantText(at, undefined, 'second')}>
            {timeText(at)}
          </time>
          {isLastSeen && ' · Seen'}
        </p>
      </div>
    </>
  );
}

/** The look of the bubble, shared with unsent messages. */
export function bubbleLook(isOwn: boolean): string {
  return classNames(
    'min-w-0 max-w-[min(32rem,calc(100%-2.5rem))] rounded-2xl border px-3.5 py-2 text-[0.9375rem]',
    isOwn ? 'rounded-ee-sm border-transparent bg-own text-on-own' : 'rounded-es-sm border-line bg-theirs text-ink',
  );
}

function ReportMessage({ message, name }: { message: ConversationMessage; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Report this message"
        title="Report this message"
        onClick={() => setOpen(true)}
        className="grid size-8 shrink-0 place-items-center rounded-full text-muted opacity-0 transition-opacity group-hover:opacity-100 hover:bg-sunken hover:text-ink focus-visible:opacity-100 [@media(hover:none)]:opacity-70"
      >
        <Flag className="size-4" aria-hidden="true" />
      </button>
      <ReportDialog
        open={open}
        onClose={() => setOpen(false)}
        item={{ kind: 'message', id: message._id, writtenBy: name }}
      />
    </>
  );
}
