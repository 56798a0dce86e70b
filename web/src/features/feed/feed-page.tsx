import Newspaper from 'lucide-react/icons/newspaper';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSignedInUser } from '../../api/session-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { FeedAside } from './feed-aside.tsx';
import { LoadingPosts } from './loading-posts.tsx';
import { NewPosts } from './new-posts.tsx';
import { PostCard } from './post-card.tsx';
import { PostForm } from './post-form.tsx';
import { ProfileCard } from './profile-card.tsx';
import { useFeed } from './use-feed.ts';
import { WhenSeen } from './when-seen.tsx';

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
      <div className="lg:sticky lg:top-24 lg:max-xl:row-span-2">
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
