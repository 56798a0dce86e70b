import { classNames } from './class-names.ts';

/** A placeholder; give it the size of the content. The page announces 'Loading…' once, elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-shimmer rounded-control bg-sunken dark:bg-line', className)}
    />
  );
}
