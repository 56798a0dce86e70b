import { useInfiniteQuery } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { CardsOutline, cardsLook } from './cards-outline.tsx';
import { ConversationCard } from './conversation-card.tsx';
import { cursorAfter, useLiveConversations } from './use-conversation-list.ts';

const pageLength = 30;

/** All conversations of the signed-in person, newest activity first. */
export function Component() {
  const { email } = useSignedInUser();
  const options = api.conversations.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ email, limit: pageLength, messages: 1, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageLength ? cursorAfter(last) : undefined;
    },
    staleTime: 0,
    meta: { logsFailureAs: 'Error fetching conversations' },
  });
  const pages = useInfiniteQuery(options);
  const conversations = pages.data?.pages.flat();
  useLiveConversations({
    queryKey: options.queryKey,
    ownEmail: email,
    read: (page: Awaited<ReturnType<typeof api.conversations.list.call>>) => page,
    write: (list) => [...list],
    concerns: () => true,
  });
  return (
    <>
      <PageHeading title="Conversations" />
      {conversations === undefined ? (
        <WithoutData query={pages} message="We could not load your conversations. Please try again in a moment.">
          <CardsOutline />
        </WithoutData>
      ) : conversations.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare className="size-7" />}
          title="No conversations yet"
          action={<LinkButton href={href.feed()}>Go to the feed</LinkButton>}
        >
          When you write to a doctor about a post, or somebody writes to you, the conversation appears here.
        </EmptyState>
      ) : (
        <ul className={cardsLook}>
          {conversations.map((conversation) => (
            <li key={conversation._id} className="min-w-0">
              <ConversationCard conversation={conversation} ownEmail={email} />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder pages={pages}>Show older conversations</ShowOlder>
    </>
  );
}
