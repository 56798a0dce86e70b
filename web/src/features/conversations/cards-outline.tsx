import { Skeleton } from '../../ui/skeleton.tsx';

export const cardsLook = 'grid gap-4 lg:grid-cols-2';

/** The placeholder of the list of conversations, in its final size. */
export function CardsOutline() {
  return (
    <div className={cardsLook}>
      <Skeleton className="h-59 rounded-card!" />
      <Skeleton className="h-59 rounded-card!" />
    </div>
  );
}
