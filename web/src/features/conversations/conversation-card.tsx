import type { Conversation } from '@openhours/contract/conversations.ts';
import { MessageSquare } from 'lucide-react';
import { useId } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { lineOf, otherParticipant } from './participants.ts';
import { UnreadBadge } from './unread-badge.tsx';

/** A conversation in the list of all: who takes part, who began it, on which post, and what was said last. */
export function ConversationCard({ conversation, ownEmail }: { conversation: Conversation; ownEmail: string }) {
  const id = useId();
  const { participants, createdBy, postId, post, unread, lastActivityAt } = conversation;
  const other = otherParticipant(conversation, ownEmail);
  const last = conversation.conversationMessages.at(-1);
  return (
    <article
      aria-labelledby={id}
      className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex items-start gap-3.5">
        <Avatar name={other.name} photoURL={other.photoURL} />
        <div className="min-w-0 grow">
          <h2 id={id} className="text-lg leading-snug">
            <bdi>{other.name}</bdi>
          </h2>
          <p className={`line-clamp-2 text-[0.9375rem] ${unread > 0 ? 'font-semibold' : 'text-muted'}`} dir="auto">
            {last ? lineOf(last, ownEmail) : 'No messages yet'}
          </p>
        </div>
        <div className="grid shrink-0 justify-items-end gap-1.5 text-sm text-muted">
          <RelativeTime instant={new Date(lastActivityAt)} />
          <UnreadBadge count={unread} />
        </div>
      </div>
      <dl className="grid gap-x-4 gap-y-1.5 border-t border-line pt-4 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">Participants</dt>
        <dd className="grid gap-0.5">
          {participants.map(({ name, email }) => (
            <span key={email}>
              <bdi>{name}</bdi> ({email})
            </span>
          ))}
        </dd>
        <dt className="text-muted">Created by</dt>
        <dd>{createdBy}</dd>
        <dt className="text-muted">Post</dt>
        <dd>
          {post.gone ? (
            <span className="text-muted">The post was deleted.</span>
          ) : (
            <span dir="auto" className="line-clamp-2">
              {post.excerpt}
            </span>
          )}
          <span className="block font-mono text-xs break-all text-muted">{postId}</span>
        </dd>
      </dl>
      <LinkButton
        // An author may have many conversations about one post.
        href={`/conversations/${postId}${createdBy === ownEmail ? '' : `?with=${conversation._id}`}`}
        variant="secondary"
        className="mt-auto self-start"
        aria-describedby={id}
      >
        <MessageSquare className="size-4" aria-hidden="true" />
        Message
      </LinkButton>
    </article>
  );
}
