import { Skeleton } from '../../ui/skeleton.tsx';

/** Holds the place of a table that loads. @param isLate the first attempt failed */
export function LoadingRows({ isLate }: { isLate: boolean }) {
  return (
    <div className="grid gap-3">
      <p role="status" className={isLate ? 'text-muted' : 'sr-only'}>
        {isLate ? 'Having trouble reaching the clinic. Trying again…' : 'Loading…'}
      </p>
      <Skeleton className="h-12" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
  );
}
