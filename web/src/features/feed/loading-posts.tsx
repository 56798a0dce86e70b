import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of loading posts. */
export function LoadingPosts() {
  return (
    <div className="grid gap-5">
      {[1, 2, 3].map((place) => (
        <Card key={place} className="p-0!">
          <div className="flex items-start gap-3.5 p-5 pb-0">
            <Skeleton className="size-14 rounded-full!" />
            <Skeleton className="h-17 w-48" />
          </div>
          <div className="p-5 pt-4">
            <Skeleton className="h-37 sm:h-19" />
          </div>
          <div className="flex justify-between border-t border-line px-5 py-3">
            <Skeleton className="h-11 w-28" />
            <Skeleton className="h-11 w-32" />
          </div>
        </Card>
      ))}
    </div>
  );
}
