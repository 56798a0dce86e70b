import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

/** A `Table` that loads: a head and rows in one frame, below 768 px a list of cards. */
export function TableOutline({
  columns,
  rows = 3,
  density = 'regular',
}: {
  /** How many columns the table will have. */
  columns: number;
  rows?: number;
  density?: 'regular' | 'dense';
}) {
  const line = (height: string) => (
    <div className={classNames('hidden items-center gap-5 px-5 md:flex', height)}>
      {Array.from({ length: columns }, (_, column) => (
        <Skeleton key={column} className="h-4 grow basis-0" />
      ))}
    </div>
  );
  return (
    <div
      aria-hidden="true"
      className="grid gap-3 md:gap-0 md:overflow-hidden md:rounded-card md:border md:border-line md:bg-surface"
    >
      <div className="max-md:hidden md:bg-sunken">{line('h-11')}</div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="md:border-t md:border-line">
          <Skeleton className="h-51 rounded-card! md:hidden" />
          {line(density === 'dense' ? 'h-17' : 'h-21')}
        </div>
      ))}
    </div>
  );
}
