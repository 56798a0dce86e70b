import type { Conversation } from '@openhours/contract/conversations.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { lineOf, otherParticipant } from './participants.ts';
import { UnreadBadge } from './unread-badge.tsx';

type ChatListProps = {
  conversations: readonly Conversation[];
  ownEmail: string;
  chosen: string | undefined;
  onChoose: (conversation: Conversation) => void;
};

/** The left column of the chat. */
export function ChatList({ conversations, ownEmail, chosen, onChoose }: ChatListProps) {
  return (
    <nav aria-label="Conversations about this post" className="flex min-h-0 flex-col">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-card">
        {conversations.map((conversation) => {
          const other = otherParticipant(conversation, ownEmail);
          const last = conversation.conversationMessages.at(-1);
          return (
            <li key={conversation._id}>
              <button
                type="button"
                aria-current={conversation._id === chosen ? 'true' : undefined}
                onClick={() => onChoose(conversation)}
                className="flex min-h-14 w-full items-center gap-3 rounded-control px-3 py-2 text-start hover:bg-sunken aria-[current]:bg-pine-soft aria-[current]:*:first:bg-surface"
              >
                <Avatar name={other.name} photoURL={other.photoURL} size="small" />
                <span className="min-w-0 grow">
                  <span className="flex items-baseline gap-2">
                    <bdi className="min-w-0 grow truncate font-semibold">{other.name}</bdi>
                    <RelativeTime
                      className="shrink-0 text-xs text-muted"
                      instant={new Date(conversation.lastActivityAt)}
                    />
                  </span>
                  <span dir="auto" className="block truncate text-sm text-muted">
                    {/* Its messages are beside it. */}
                    {conversation._id === chosen ? 'Open' : last ? lineOf(last, ownEmail) : 'No messages yet'}
                  </span>
                </span>
                <UnreadBadge count={conversation.unread} />
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
