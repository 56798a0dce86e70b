import type { Post } from '@openhours/contract/feed.ts';
import { imageSrcSet } from '@openhours/contract/image-file.ts';
import { instantOfUtcTime } from '@openhours/contract/utc-time.ts';
import Flag from 'lucide-react/icons/flag';
import ImageOff from 'lucide-react/icons/image-off';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquare from 'lucide-react/icons/message-square';
import Send from 'lucide-react/icons/send';
import Share2 from 'lucide-react/icons/share-2';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { useId, useState } from 'react';
import { href } from '../../pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ReportDialog } from '../moderation/report-dialog.tsx';
import { WrittenText } from './written-text.tsx';

const longText = 600;

export function PostCard({ post }: { post: Post }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const [reporting, setReporting] = useState(false);
  const { _id, userName, userEmail, profileImg, description, image, imageSize, imageAlt } = post;
  const isCut = !whole && (description.length > longText || description.split('\n').length > 12);
  const postedAt = instantOfUtcTime(post.postTime);
  return (
    <article
      aria-labelledby={`${id}-author`}
      tabIndex={-1}
      className="scroll-mt-24 rounded-card border border-line bg-surface shadow-card"
    >
      <header className="flex items-start gap-3.5 p-5 pb-0 large-text:flex-wrap">
        <Avatar name={userName} photoURL={profileImg} />
        <div className="min-w-0 grow">
          <div className="flex justify-between gap-2">
            <h2 id={`${id}-author`} className="text-lg leading-snug">
              <bdi>{userName}</bdi>
            </h2>
            {post.can.report && (
              <Button
                variant="quiet"
                className="-me-3 -my-2.5 px-3! text-muted!"
                aria-label="Report"
                title="Report"
                aria-describedby={`${id}-author`}
                onClick={() => setReporting(true)}
              >
                <Flag className="size-4" aria-hidden="true" />
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{userEmail}</p>
          {postedAt && (
            <p className="text-sm text-muted">
              <RelativeTime instant={postedAt} />
            </p>
          )}
        </div>
        {post.hidden && <Badge tone="warning">Hidden by an admin</Badge>}
      </header>
      <div className="p-5 pt-4">
        <div className={isCut ? 'line-clamp-10' : undefined}>
          <WrittenText text={description} />
        </div>
        {isCut && (
          <Button variant="quiet" size="small" className="-ms-3.5 mt-1" onClick={() => setWhole(true)}>
            Show more
            <span className="sr-only"> of this post</span>
          </Button>
        )}
        {image && <PostImage key={image} url={image} size={imageSize} alt={imageAlt ?? `Posted by ${userName}`} />}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line px-5 py-3">
        <PostDecoration />
        {post.can.message && (
          <LinkButton
            href={href.conversation(_id)}
            variant="secondary"
            className="ms-auto"
            aria-describedby={`${id}-author`}
          >
            <MessageSquare className="size-4" aria-hidden="true" />
            Message
          </LinkButton>
        )}
      </footer>
      <ReportDialog
        open={reporting}
        onClose={() => setReporting(false)}
        item={{ kind: 'post', id: _id, writtenBy: userName }}
      />
    </article>
  );
}

const actions = [
  { label: 'Like', icon: ThumbsUp, count: 12 },
  { label: 'Comment', icon: MessageCircle, count: 4 },
  { label: 'Share', icon: Share2, count: 2 },
  { label: 'Send', icon: Send, count: 1 },
];

/** Like, Comment, Share and Send with fixed counts. Decorative in the specification, so not buttons. */
function PostDecoration() {
  return (
    <div aria-hidden="true" className="flex gap-3.5 text-sm text-muted select-none">
      {actions.map(({ label, icon: Icon, count }) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <Icon className="size-4" strokeWidth={1.75} />
          <span className="sr-only sm:not-sr-only">{label}</span>
          <span className="tabular-nums">{count}</span>
        </span>
      ))}
    </div>
  );
}

type Size = { width: number; height: number };

/** Taller or wider pictures are cropped to their middle. */
const [narrowest, widest] = [4 / 5, 3];
const usual: Size = { width: 1200, height: 800 };

/** A post's picture in a frame of known size, so nothing moves when it loads. A click shows it whole. */
function PostImage({ url, size = usual, alt }: { url: string; size?: Size | undefined; alt: string }) {
  const [broken, setBroken] = useState(false);
  const { width, height } = size;
  const aspectRatio = Math.min(Math.max(width / height, narrowest), widest);
  if (broken) {
    return (
      <p
        style={{ aspectRatio }}
        className="mt-4 grid place-content-center justify-items-center gap-2 rounded-control bg-sunken text-muted"
      >
        <ImageOff className="size-8" strokeWidth={1.5} aria-hidden="true" />
        We could not load the picture.
      </p>
    );
  }
  return (
    <a href={url} target="_blank" rel="noopener" className="mt-4 block overflow-hidden rounded-control bg-sunken">
      <img
        src={url}
        srcSet={imageSrcSet(url, size)}
        sizes="(width < 64rem) calc(100vw - 4.5rem), 42rem"
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        style={{ aspectRatio }}
        className="w-full object-cover"
      />
    </a>
  );
}
