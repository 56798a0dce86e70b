import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders for two report cards. */
export function ReportsOutline() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {[1, 2].map((place) => (
        <Card key={place} className="grid gap-4 p-5!">
          <div className="flex items-start justify-between">
            <Skeleton className="h-12 w-56" />
            <Skeleton className="h-7 w-18 rounded-full!" />
          </div>
          <Skeleton className="h-12.5" />
          <Skeleton className="h-6 max-w-96" />
          <div className="flex gap-3">
            <Skeleton className="h-11 w-19" />
            <Skeleton className="h-11 w-26" />
          </div>
        </Card>
      ))}
    </div>
  );
}
