import { counted } from '@openhours/contract/counted.ts';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Newspaper from 'lucide-react/icons/newspaper';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSignedInUser } from '../../api/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { FeedAside } from './feed-aside.tsx';
import { PostCard } from './post-card.tsx';
import { PostForm } from './post-form.tsx';
import { ProfileCard } from './profile-card.tsx';
import { useFeed } from './use-feed.ts';

/** Posts of doctors and admins, newest first, between the reader's card and the health news. */
export function Component() {
  const user = useSignedInUser();
  const { feed, posts, waiting, showing, showWaiting, prepend } = useFeed(user.email);
  const list = useRef<HTMLUListElement>(null);

  const showNew = async (): Promise<void> => {
    await showWaiting();
    flushSync(() => undefined);
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)_17rem]">
      {/* Posts come first where there is one column. */}
      <div className="max-lg:order-1 lg:sticky lg:top-24 lg:max-xl:row-span-2">
        <ProfileCard user={user} />
      </div>
      <div className="min-w-0">
        <PageHeading title="Feed">Posts by the clinic's doctors.</PageHeading>
        {(user.isDoctor || user.isAdmin) && <PostForm onPosted={prepend} />}
        <NewPosts count={waiting} busy={showing} onShow={() => void showNew()} />
        {posts === undefined ? (
          <WithoutData query={feed} message="We could not load the posts. Please try again in a moment.">
            <LoadingPosts />
          </WithoutData>
        ) : posts.length === 0 ? (
          <EmptyState icon={<Newspaper className="size-7" />} title="No posts yet">
            Posts by doctors will appear here.
          </EmptyState>
        ) : (
          <ul ref={list} className="grid scroll-mt-24 gap-5">
            {posts.map((post) => (
              <li key={post._id} className="min-w-0">
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        )}
        {feed.hasNextPage && (
          <WhenSeen onSeen={() => !feed.isFetchingNextPage && !feed.isFetchNextPageError && void feed.fetchNextPage()}>
            <ShowOlder pages={feed} className="mt-5 w-full">
              Show older posts
            </ShowOlder>
          </WhenSeen>
        )}
      </div>
      <FeedAside className="lg:max-xl:col-start-2 xl:sticky xl:top-24" />
    </div>
  );
}

/** Announces posts by others. It overlays the page, so nothing moves; the live region is always present. */
function NewPosts({ count, busy, onShow }: { count: number; busy: boolean; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-21 z-10 grid h-0 justify-items-center">
      {count > 0 && (
        <Button
          busy={busy}
          onClick={onShow}
          className="pointer-events-auto animate-rise-in rounded-full! shadow-float!"
        >
          <ArrowUp className="size-4" aria-hidden="true" />
          {counted(count, 'new post')}
        </Button>
      )}
    </div>
  );
}

/**
 * Calls `onSeen` when its place is nearly visible, and again each time something was added before it. Not while the
 * focus is further down: what is added would push the focus out of the window.
 */
function WhenSeen({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.some(({ isIntersecting }) => isIntersecting);
        if (isSeen && !isFocusBelow(place.current)) seen();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  });
  return <div ref={place}>{children}</div>;
}

function isFocusBelow(place: Element | null): boolean {
  const { activeElement } = document;
  if (!place || !activeElement) return false;
  return (place.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** The placeholder of loading posts. */
function LoadingPosts() {
  return (
    <div className="grid gap-5">
      {[1, 2, 3].map((place) => (
        <Card key={place} className="p-0!">
          <div className="flex items-start gap-3.5 p-5 pb-0">
            <Skeleton className="size-14 rounded-full!" />
            <Skeleton className="h-17 w-48" />
          </div>
          <div className="p-5 pt-4">
            <Skeleton className="h-37 sm:h-19" />
          </div>
          <div className="flex justify-between border-t border-line px-5 py-3">
            <Skeleton className="h-11 w-28" />
            <Skeleton className="h-11 w-32" />
          </div>
        </Card>
      ))}
    </div>
  );
}
