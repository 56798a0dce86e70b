import type { Conversation } from '@openhours/contract/conversations.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import MessageSquare from 'lucide-react/icons/message-square';
import { useId } from 'react';
import { href } from '../../pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { lineOf, otherParticipant } from './participants.ts';
import { UnreadBadge } from './unread-badge.tsx';

/**
 * A conversation in the list: its post, the other person, and the last message with its time. The email addresses and
 * ids that the specification requires are under 'Details'.
 */
export function ConversationCard({ conversation, ownEmail }: { conversation: Conversation; ownEmail: string }) {
  const id = useId();
  const { participants, createdBy, postId, post, title, unread, lastActivityAt } = conversation;
  const other = otherParticipant(conversation, ownEmail);
  const last = conversation.conversationMessages.at(-1);
  return (
    <article
      aria-labelledby={id}
      className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex items-center gap-3 large-text:flex-wrap">
        <Avatar name={other.name} photoURL={other.photoURL} size="small" />
        <p className="min-w-0 grow text-[0.9375rem] text-muted">
          with <bdi>{other.name}</bdi>
        </p>
        <RelativeTime className="shrink-0 text-sm text-muted" instant={new Date(lastActivityAt)} />
        <UnreadBadge count={unread} />
      </div>
      <h2 id={id} dir="auto" className="line-clamp-2 text-lg leading-snug">
        {post.gone ? 'A post that was deleted' : title}
      </h2>
      <p className={`line-clamp-2 ${unread > 0 ? 'font-semibold' : 'text-muted'}`} dir="auto">
        {last ? lineOf(last, ownEmail) : 'No messages yet'}
      </p>
      <div className="mt-auto grid justify-items-start gap-1">
        <LinkButton
          // An author may have many conversations about one post.
          href={href.conversation(postId, createdBy === ownEmail ? undefined : { with: conversation._id })}
          variant="secondary"
          aria-describedby={id}
        >
          <MessageSquare className="size-4" aria-hidden="true" />
          Message
        </LinkButton>
        <details className="w-full min-w-0 text-sm">
          <summary className="-ms-3 flex min-h-11 w-fit items-center rounded-control px-3 font-semibold text-muted hover:bg-sunken hover:text-ink">
            Details
            <ChevronDown className="ms-1.5 size-4 in-[[open]]:rotate-180" aria-hidden="true" />
          </summary>
          <dl className="grid gap-x-4 gap-y-1.5 pt-2 sm:grid-cols-[auto_1fr]">
            <dt className="text-muted">Participants</dt>
            <dd className="grid gap-0.5">
              {participants.map(({ name, email }) => (
                <span key={email}>
                  <bdi>{name}</bdi> (<EmailText email={email} />)
                </span>
              ))}
            </dd>
            <dt className="text-muted">Created by</dt>
            <dd>
              <EmailText email={createdBy} />
            </dd>
            <dt className="text-muted">Post</dt>
            <dd className="font-mono text-xs break-all">{postId}</dd>
          </dl>
        </details>
      </div>
    </article>
  );
}
