import { counted } from '@openhours/contract/counted.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { useParameter } from '../../router.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { CardsOutline, cardsLook } from './cards-outline.tsx';
import { ConversationCard } from './conversation-card.tsx';
import { cursorOf, useLiveConversations } from './use-conversation-list.ts';

/** With fewer, reading the list is quicker than searching it. */
const fewestToSearch = 10;

/** All conversations of the signed-in person, newest activity first. */
export function Component() {
  const { email } = useSignedInUser();
  // In the URL, so that the Back button keeps them.
  const [search, searchFor] = useParameter('search');
  const [only, setOnly] = useParameter('only');
  const isUnreadOnly = only === 'unread';
  const isNarrowed = search !== '' || isUnreadOnly;
  const input = { email, messages: 1, search: search.slice(0, 100), ...(isUnreadOnly && { only: 'unread' as const }) };
  const options = pagesOf(api.conversations.list, { input, length: 30, cursorOf });
  const pages = useInfiniteQuery({
    ...options,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { logsFailureAs: 'Error fetching conversations' },
  });
  const conversations = pages.data;
  // Once they were there, the search and the filter stay.
  const [isLong, setIsLong] = useState(isNarrowed);
  if (!isLong && conversations && conversations.length >= fewestToSearch) setIsLong(true);
  useLiveConversations({ queryKey: options.queryKey, ownEmail: email, concerns: () => true });
  return (
    <>
      <PageHeading title="Conversations" />
      {isLong && (
        <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="flex grow sm:max-w-96">
            <SearchField label="Find a person" value={search} onSearch={searchFor} />
          </div>
          <Checkbox checked={isUnreadOnly} onChange={({ target }) => setOnly(target.checked ? 'unread' : '')}>
            Unread only
          </Checkbox>
          <p role="status" className="sr-only">
            {isNarrowed &&
              conversations &&
              !pages.isPlaceholderData &&
              (conversations.length === 0 ? 'No results.' : `${counted(conversations.length, 'conversation')} shown.`)}
          </p>
        </div>
      )}
      {conversations === undefined ? (
        <WithoutData query={pages} message="We could not load your conversations. Please try again in a moment.">
          <CardsOutline />
        </WithoutData>
      ) : conversations.length === 0 && isNarrowed ? (
        <EmptyState
          icon={<SearchX className="size-7" />}
          title={
            search === ''
              ? 'Nothing is unread'
              : `No results for “${search}”${isUnreadOnly ? ' in unread conversations' : ''}`
          }
        >
          {search !== '' && "Every word must occur in the person's name."}
        </EmptyState>
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
