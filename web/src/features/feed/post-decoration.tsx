import MessageCircle from 'lucide-react/icons/message-circle';
import Send from 'lucide-react/icons/send';
import Share2 from 'lucide-react/icons/share-2';
import ThumbsUp from 'lucide-react/icons/thumbs-up';

const actions = [
  { label: 'Like', icon: ThumbsUp, count: 12 },
  { label: 'Comment', icon: MessageCircle, count: 4 },
  { label: 'Share', icon: Share2, count: 2 },
  { label: 'Send', icon: Send, count: 1 },
];

/** Like, Comment, Share and Send with fixed counts. Decorative in the specification, so not buttons. */
export function PostDecoration() {
  return (
    <div aria-hidden="true" className="flex gap-4 text-sm text-muted select-none">
      {actions.map(({ label, icon: Icon, count }) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <Icon className="size-4" strokeWidth={1.75} />
          <span className="sr-only sm:max-xl:not-sr-only">{label}</span>
          <span className="tabular-nums">{count}</span>
        </span>
      ))}
    </div>
  );
}
