import type { Post } from '@openhours/contract/feed.ts';
import { utcTime } from '@openhours/contract/utc-time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { formFailureMessage, readFailure } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { toast } from '../../ui/toast.ts';

type Written = { description: string; image: string | null; imageAlt: string };
type PostBody = Parameters<typeof client.feed.create>[0];

/**
 * Sends a post once. After a lost answer it may have been stored: sent again unchanged it is the same request,
 * including its time, and creates no second post.
 */
export function useWritePost({
  onPosted,
  onImageGone,
}: {
  onPosted: (post: Post, sent: Written) => void;
  /** It was deleted, because nothing used it for a day. Returns whether the form says so. */
  onImageGone: (image: string | null) => boolean;
}) {
  const user = useSignedInUser();
  const queryClient = useQueryClient();
  const unanswered = useRef<PostBody>(undefined);
  const [trouble, setTrouble] = useState<string>();
  const post = useIdempotentMutation({
    mutationFn: (body: PostBody, once) => client.feed.create(body, once),
    onMutate: () => setTrouble(undefined),
    onSuccess: (answer, body) => {
      unanswered.current = undefined;
      onPosted(answer.post, {
        description: body.description,
        image: body.image ?? null,
        imageAlt: body.imageAlt ?? '',
      });
    },
    onError: (error, body) => {
      const { kind, status, code } = readFailure(error);
      const isSaid = code === 'IMAGE_UNKNOWN' && onImageGone(body.image ?? null);
      if (!isSaid) setTrouble(formFailureMessage(error));
      // A proxy may answer 502 or 504 for a post that was stored.
      unanswered.current = kind === 'unanswered' ? body : undefined;
      // The name or picture may have been changed in another window.
      if (code === 'NOT_YOU') invalidate(queryClient, sessionQuery.queryKey);
      toast.error(status > 0 ? 'Failed to add data' : 'Failed to store the post info', { isBrief: true });
    },
  });

  const send = ({ description, image, imageAlt }: Written): void => {
    if (post.isPending) return;
    const before = unanswered.current;
    const isSame =
      before?.description === description && (before.image ?? null) === image && before.imageAlt === imageAlt;
    post.mutate(
      before && isSame
        ? before
        : {
            description,
            image,
            imageAlt,
            userEmail: user.email,
            userName: user.displayName,
            profileImg: user.photoURL,
            postTime: utcTime(new Date()),
          },
    );
  };
  return { send, isSending: post.isPending, trouble };
}
