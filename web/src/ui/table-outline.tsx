import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

/** A `Table` that loads: a head and rows in one frame, or a list of cards. */
export function TableOutline({
  columns,
  rows = 3,
  density = 'regular',
  cardsBelow = 'md',
}: {
  /** How many columns the table will have. */
  columns: number;
  rows?: number;
  density?: 'regular' | 'dense';
  /** As the table has it. */
  cardsBelow?: 'md' | 'lg';
}) {
  const line = (height: string) => (
    <div className={classNames('hidden items-center gap-5 px-5 as-table:flex', height)}>
      {Array.from({ length: columns }, (_, column) => (
        <Skeleton key={column} className="h-4 grow basis-0" />
      ))}
    </div>
  );
  return (
    <div
      aria-hidden="true"
      data-cards-below={cardsBelow}
      className="grid gap-3 as-cards:grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] as-table:gap-0 as-table:overflow-hidden as-table:rounded-card as-table:border as-table:border-line as-table:bg-surface"
    >
      <div className="as-cards:hidden as-table:bg-sunken">{line('h-11')}</div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="as-table:border-t as-table:border-line">
          <Skeleton className="h-51 rounded-card! as-table:hidden" />
          {line(density === 'dense' ? 'h-17' : 'h-21')}
        </div>
      ))}
    </div>
  );
}
