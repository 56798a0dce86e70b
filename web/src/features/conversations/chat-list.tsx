import type { Conversation } from '@openhours/contract/conversations.ts';
import { Avatar } from '../../ui/avatar.tsx';
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
    <nav aria-label="Conversations about this post">
      <ul className="grid max-h-[34rem] gap-1 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-card max-md:max-h-64">
        {conversations.map((conversation) => {
          const other = otherParticipant(conversation, ownEmail);
          const last = conversation.conversationMessages.at(-1);
          return (
            <li key={conversation._id}>
              <button
                type="button"
                aria-current={conversation._id === chosen ? 'true' : undefined}
                onClick={() => onChoose(conversation)}
                className="flex min-h-14 w-full items-center gap-3 rounded-control px-3 py-2 text-start transition-colors duration-150 hover:bg-sunken aria-[current]:bg-pine-soft"
              >
                <Avatar name={other.name} photoURL={other.photoURL} size="small" />
                <span className="min-w-0 grow">
                  <bdi className="block truncate font-semibold">{other.name}</bdi>
                  <span dir="auto" className="block truncate text-sm text-muted">
                    {last ? lineOf(last, ownEmail) : 'No messages yet'}
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
