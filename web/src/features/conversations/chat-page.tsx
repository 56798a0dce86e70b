import type { Conversation } from '@openhours/contract/conversations.ts';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useEffect, useState } from 'react';
import { useTextDraft } from '../../api/drafts.ts';
import { isNotFound, readFailure } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { useIdInPath, useSearchParams } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LateNotice } from '../../ui/late-notice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import { MessageForm } from './message-form.tsx';
import { openConversation } from './open-conversation.ts';
import { usePostConversations } from './use-post-conversations.ts';

const chosenParameter = 'with';

/** The conversations about the post in the URL. */
export function Component() {
  const postId = useIdInPath();
  return <PostConversations key={postId} postId={postId} />;
}

/** How many conversations are searched for that of a link. */
const mostSearched = 500;

/** The reader's conversations about one post: the list on the left, the chosen one on the right. */
function PostConversations({ postId }: { postId: string }) {
  const { email } = useSignedInUser();
  const { pages, conversations, opening, change } = usePostConversations({ postId, email });

  // In the URL, so that a reload and the Back button keep it.
  const [parameters, setParameters] = useSearchParams();
  const [onlyId, setOnlyId] = useState<string>();
  if (conversations?.length === 1 && conversations[0]?._id !== onlyId) setOnlyId(conversations[0]?._id);
  const chosenId = parameters.get(chosenParameter);
  const chosen = conversations && openConversation(conversations, { chosenId, onlyId });
  // A link may lead to one that is further down the list. It may also be old.
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const isFurther = chosenId !== null && conversations !== undefined && chosen?._id !== chosenId && hasNextPage;
  const isSearching = isFurther && !isFetchNextPageError && conversations.length < mostSearched;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  const choose = ({ _id }: Conversation): void => setParameters({ [chosenParameter]: _id }, { replace: true });

  const showAll = (): void => {
    setOnlyId(undefined);
    setParameters({}, { replace: true });
  };
  const isMissing = !conversations && isNotFound(opening.error);
  return (
    <div className="flex grow flex-col gap-2 md:gap-4">
      <PageHeading
        title="Conversation"
        size="small"
        action={
          chosen && conversations.length > 1 ? (
            <Button variant="quiet" size="small" className="-me-3.5 md:hidden" onClick={showAll}>
              All about this post ({conversations.length})
            </Button>
          ) : (
            <TextLink href={href.conversations()}>All conversations</TextLink>
          )
        }
      />
      {isMissing ? (
        <EmptyState
          icon={<MessagesSquare className="size-7" />}
          title="This post no longer exists"
          action={<LinkButton href={href.feed()}>Go to the feed</LinkButton>}
        >
          Nobody can start a conversation about it.
        </EmptyState>
      ) : conversations === undefined ? (
        opening.isError ? (
          <ErrorState
            message={
              (readFailure(opening.error).status === 409 && opening.error.message) ||
              'We could not load this conversation. Please try again in a moment.'
            }
            query={{ refetch: opening.mutate, isFetching: false }}
          />
        ) : (
          <>
            <LateNotice query={opening} />
            <ChatOutline />
          </>
        )
      ) : conversations.length === 0 ? (
        <EmptyState icon={<MessagesSquare className="size-7" />} title="No conversations about this post yet">
          When somebody writes to you about it, the conversation appears here.
        </EmptyState>
      ) : (
        <div className={classNames(chatLook, chosen ? 'max-md:auto-rows-fr' : 'max-md:auto-rows-min')}>
          <div className={classNames('flex min-w-0 flex-col md:h-0 md:min-h-full', chosen && 'max-md:hidden')}>
            <ChatList conversations={conversations} ownEmail={email} chosen={chosen?._id} onChoose={choose} />
            <ShowOlder pages={pages}>Show older conversations</ShowOlder>
          </div>
          {chosen ? (
            <ChatPane key={chosen._id} conversation={chosen} onChange={(changes) => change(chosen._id, changes)} />
          ) : isSearching ? (
            <ChatOutline />
          ) : (
            <NothingChosen />
          )}
        </div>
      )}
    </div>
  );
}

/**
 * The list is as high as the open conversation beside it. Small windows show one of the two at a time. In a low window, the
 * page scrolls.
 */
const chatLook = 'grid grow grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[minmax(14rem,19rem)_minmax(0,1fr)]';

/** The placeholder of the chat, in its final size. */
function ChatOutline() {
  return (
    <div className={`${chatLook} max-md:auto-rows-fr`}>
      <Skeleton className="h-18.5 rounded-card! max-md:hidden" />
      <Skeleton className="min-h-64 rounded-card!" />
    </div>
  );
}

/** The right side before a conversation is chosen. Submitting its form shows why nothing was sent. */
function NothingChosen() {
  const draft = useTextDraft('message');
  const [asked, setAsked] = useState(false);
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-3! md:p-5!">
      <p className="grid min-h-16 grow place-items-center text-muted">Choose a conversation to read it.</p>
      <FormError message={asked ? 'Please choose a conversation first!' : undefined} />
      <MessageForm label="Message" draft={draft.text} onDraft={draft.write} onSend={() => setAsked(true)} />
    </Card>
  );
}
