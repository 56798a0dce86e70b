import { LateNotice } from '../../ui/late-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of a list of boxes. */
export function LoadingRows({ query }: { query: { failureCount: number; isPaused: boolean } }) {
  return (
    <div>
      <LateNotice query={query} />
      <div className="grid gap-4">
        <Skeleton className="h-44 rounded-card!" />
        <Skeleton className="h-44 rounded-card!" />
      </div>
    </div>
  );
}
