import type { Conversation } from '@openhours/contract/conversations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { fieldOf } from '../../api/http.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LoadingRows } from '../booking/loading-rows.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import { NothingChosen } from './nothing-chosen.tsx';
import { cursorAfter, useLiveConversations } from './use-conversation-list.ts';

const pageLength = 50;
const chosenParameter = 'with';

type Page = { data: { conversations: Conversation[] } };

/** The conversations about one post that are the reader's: all of them on the left, the chosen one on the right. */
export function Component() {
  const { postId = '' } = useParams();
  const { email } = useSignedInUser();
  const options = api.conversations.open.infiniteOptions({
    input: (cursor: string | undefined) => ({ email, postId, messages: 1, limit: pageLength, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ data: { conversations } }) => {
      const last = conversations.at(-1);
      return last && conversations.length === pageLength ? cursorAfter(last) : undefined;
    },
    staleTime: 5000,
    // Every asking opens what is not there yet, and is counted.
    refetchOnWindowFocus: false,
  });
  const pages = useInfiniteQuery(options);
  const conversations = pages.data?.pages.flatMap((page) => page.data.conversations);
  const { change } = useLiveConversations<Page>({
    queryKey: options.queryKey,
    ownEmail: email,
    read: (page) => page.data.conversations,
    write: (list) => ({ data: { conversations: [...list] } }),
    concerns: (event) => event.type === 'conversation' && event.postId === postId,
  });

  // In the address, so that a reload and the way back keep it.
  const [parameters, setParameters] = useSearchParams();
  const chosen = conversations?.find(({ _id }) => _id === parameters.get(chosenParameter));
  const choose = ({ _id }: Conversation): void =>
    setParameters({ [chosenParameter]: _id }, { replace: true, preventScrollReset: true });

  if (!conversations && fieldOf(pages.error, 'status') === 404) {
    return (
      <>
        <PageHeading title="Conversation" />
        <EmptyState
          icon={<MessagesSquare className="size-7" />}
          title="This post is not there any more"
          action={<LinkButton href="/feed">To the feed</LinkButton>}
        >
          Nobody can start a conversation about it.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeading title="Conversation" />
      {conversations === undefined ? (
        pages.isPending ? (
          <LoadingRows isLate={pages.failureCount > 0 || pages.isPaused} />
        ) : (
          <ErrorState
            message={
              fieldOf(pages.error, 'status') === 409 && pages.error
                ? pages.error.message
                : 'We could not load this conversation. Please try again in a moment.'
            }
            onRetry={() => void pages.refetch()}
            busy={pages.isFetching}
          />
        )
      ) : conversations.length === 0 ? (
        <EmptyState icon={<MessagesSquare className="size-7" />} title="No conversations about this post yet">
          When somebody writes to you about it, they appear here at once.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 md:grid-cols-[minmax(14rem,19rem)_minmax(0,1fr)]">
          <div className="min-w-0">
            <ChatList conversations={conversations} ownEmail={email} chosen={chosen?._id} onChoose={choose} />
            {pages.hasNextPage && (
              <Button
                variant="quiet"
                className="mt-2 w-full"
                busy={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                Show older conversations
              </Button>
            )}
          </div>
          {chosen ? (
            <ChatPane key={chosen._id} conversation={chosen} onChange={(changes) => change(chosen._id, changes)} />
          ) : (
            <NothingChosen />
          )}
        </div>
      )}
    </>
  );
}
