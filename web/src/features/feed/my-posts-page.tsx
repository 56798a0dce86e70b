import type { Post } from '@openhours/contract/feed.ts';
import { thumbnailUrl } from '@openhours/contract/image-file.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import { useRef } from 'react';
import { api } from '../../api/client.ts';
import { pagesOf, withoutRow } from '../../api/list-pages.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { useOverwrites } from '../../api/use-overwrites.ts';
import { href } from '../../pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { toast } from '../../ui/toast.ts';
import { useChosen } from '../../ui/use-chosen.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { useLive } from '../live/live-events.ts';
import { DeletePostDialog } from './delete-post-dialog.tsx';

/** The signed-in person's own posts, each with a delete button. */
export function Component() {
  const { email } = useSignedInUser();
  const queryClient = useQueryClient();
  // The server answers at most 100 posts.
  const options = pagesOf(api.feed.ofAuthor, { input: { email }, length: 99 });
  const pages = useInfiniteQuery(options);
  const posts = pages.data;
  const noteWrite = useOverwrites(options.queryKey, () => invalidate(queryClient, options.queryKey));
  const { chosen: deleting, open, close } = useChosen<{ post: Post; index: number }>();
  const area = useRef<HTMLDivElement>(null);
  const afterwards = useRef<HTMLElement>(null);

  useLive((event) => {
    if (event.type === 'ready' && !event.resumed) invalidate(queryClient, options.queryKey);
    if (event.type !== 'post' || event.by !== email) return;
    // A post being deleted here is removed with the answer, not with the live event.
    if (deleting?.open && event.postId === deleting.row.post._id) return;
    invalidate(queryClient, options.queryKey);
  });

  const ask = (post: Post): void => {
    afterwards.current = null;
    open({ post, index: posts?.indexOf(post) ?? 0 });
  };

  const removeRow = ({ post, index }: { post: Post; index: number }): void => {
    // The focused button disappears with its row: focus the next row, the previous one, or the heading.
    const buttons = area.current?.querySelectorAll<HTMLElement>('button[data-delete]');
    afterwards.current = buttons?.[index + 1] ?? buttons?.[index - 1] ?? document.querySelector<HTMLElement>('main h1');
    noteWrite();
    queryClient.setQueryData(options.queryKey, (now) => now && withoutRow(now, post._id));
    void queryClient.invalidateQueries({ queryKey: api.feed.list.key(), refetchType: 'none' });
    toast.success('Deleted successfully');
    close();
  };

  const columns: readonly TableColumn<Post>[] = [
    { header: 'Image', cell: ({ image }) => <PostThumbnail image={image} /> },
    {
      header: 'Description',
      inCard: 'plain',
      cell: ({ _id, description, hidden }) => (
        <>
          <p id={`post-${_id}`} dir="auto" className="line-clamp-3 whitespace-pre-wrap">
            {description}
          </p>
          {hidden && (
            <p className="mt-1">
              <Badge tone="warning">Hidden by an admin</Badge>
            </p>
          )}
        </>
      ),
    },
    { header: 'Email', cell: ({ userEmail }) => <EmailText className="block md:min-w-52" email={userEmail} /> },
    {
      header: 'Action',
      cell: (post) => (
        <Button
          variant="secondary"
          data-delete=""
          aria-describedby={`post-${post._id}`}
          className="text-danger! hover:border-danger!"
          onClick={() => ask(post)}
        >
          Delete
        </Button>
      ),
    },
  ];

  return (
    <div ref={area}>
      <PageHeading
        title="My Posts"
        action={
          <LinkButton href={href.feed()} variant="secondary">
            Write a post
          </LinkButton>
        }
      />
      {posts === undefined ? (
        <WithoutData query={pages} message="We could not load your posts. Please try again in a moment.">
          <TableOutline columns={4} />
        </WithoutData>
      ) : posts.length === 0 ? (
        <EmptyState icon={<NotebookPen className="size-7" />} title="No posts yet">
          Your posts in the feed will appear here.
        </EmptyState>
      ) : (
        <Table caption="Your posts, newest first" columns={columns} rows={posts} rowKey={({ _id }) => _id} />
      )}
      <ShowOlder pages={pages}>Show older posts</ShowOlder>
      {deleting && (
        <DeletePostDialog
          key={deleting.opening}
          open={deleting.open}
          post={deleting.row.post}
          onClose={close}
          onDeleted={() => removeRow(deleting.row)}
          onFailed={() => invalidate(queryClient, options.queryKey)}
          onClosed={() => afterwards.current?.focus()}
        />
      )}
    </div>
  );
}

function PostThumbnail({ image }: { image: string | undefined }) {
  if (!image) return <span className="text-muted">None</span>;
  return (
    <img
      src={thumbnailUrl(image)}
      alt=""
      width={96}
      height={64}
      loading="lazy"
      decoding="async"
      className="h-16 w-24 max-w-none rounded-control bg-sunken object-cover"
    />
  );
}
