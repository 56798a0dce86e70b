import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of loading posts. @param isLate the first attempt failed */
export function LoadingPosts({ isLate }: { isLate: boolean }) {
  return (
    <div className="grid gap-5">
      <p role="status" className={isLate ? 'text-muted' : 'sr-only'}>
        {isLate ? 'Having trouble reaching the clinic. Trying again…' : 'Loading…'}
      </p>
      {[1, 2, 3].map((place) => (
        <Card key={place} className="grid gap-4">
          <div className="flex items-center gap-3.5">
            <Skeleton className="size-14 rounded-full" />
            <Skeleton className="h-10 w-48" />
          </div>
          <Skeleton className="h-20" />
        </Card>
      ))}
    </div>
  );
}
