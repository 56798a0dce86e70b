import { MessageCircle, Send, Share2, ThumbsUp } from 'lucide-react';

const actions = [
  { label: 'Like', icon: ThumbsUp, count: 12 },
  { label: 'Comment', icon: MessageCircle, count: 4 },
  { label: 'Share', icon: Share2, count: 2 },
  { label: 'Send', icon: Send, count: 1 },
];

/** Like, Comment, Share and Send with their fixed counts. The specification has them as decoration: nothing to press. */
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
