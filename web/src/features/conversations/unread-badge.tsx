/** The number of unread messages; nothing for 0. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-grid h-6 min-w-6 place-items-center rounded-full bg-pine px-1.5 text-sm leading-none font-bold text-on-pine tabular-nums">
      {count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
