import { classNames } from './class-names.ts';

/** Holds the place of what is loading; give it the size of what will come. The page says 'Loading…' once, elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-shimmer rounded-control bg-sunken dark:bg-line', className)}
    />
  );
}
