import { classNames } from './class-names.ts';
import { LateNotice } from './late-notice.tsx';
import { Skeleton } from './skeleton.tsx';

/** Placeholders while a list of cards loads. */
export function LoadingCards({
  query,
  cards,
  height,
  className,
}: {
  query: { failureCount: number; isPaused: boolean };
  /** How many cards it shows, and the class for their height. */
  cards: number;
  height: string;
  className?: string;
}) {
  return (
    <>
      <LateNotice query={query} />
      <div aria-hidden="true" className={classNames('grid', className)}>
        {Array.from({ length: cards }, (_, card) => (
          <Skeleton key={card} className={classNames('rounded-card!', height)} />
        ))}
      </div>
    </>
  );
}
