import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';

/** For windows below 1024 px, where the table has no header to press. */
export function SortField<Order extends string>({
  value,
  choices,
  onSort,
}: {
  value: Order;
  choices: readonly { order: Order; label: string }[];
  onSort: (order: Order) => void;
}) {
  return (
    <SelectField
      label="Sort by"
      className="grow basis-40 lg:hidden"
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find(({ order }) => order === target.value);
        if (chosen) onSort(chosen.order);
      }}
    >
      <Options of={choices.map(({ order, label }) => [order, label])} />
    </SelectField>
  );
}

/** 'Page 2 of 5'. @param pages how many there are; undefined if unknown */
export function pageText({
  page,
  pages,
  hasNext,
}: {
  page: number;
  pages: number | undefined;
  hasNext: boolean;
}): string {
  return `Page ${page}${pages === undefined ? '' : ` of ${Math.max(pages, page + (hasNext ? 1 : 0))}`}`;
}

/** Links to the previous and next page; nothing if there is only one page. */
export function Pager({
  text,
  hasPrevious,
  hasNext,
  busy,
  onTurn,
}: {
  /** Which page this is. */
  text: string;
  hasPrevious: boolean;
  hasNext: boolean;
  busy: boolean;
  onTurn: (direction: 'next' | 'previous') => void;
}) {
  if (!hasPrevious && !hasNext) return null;
  // Not `disabled`: a button that led to the first or last page keeps the focus.
  const turn = (direction: 'next' | 'previous', isThere: boolean) => ({
    variant: 'secondary' as const,
    'aria-disabled': !isThere,
    busy: busy && isThere,
    onClick: () => isThere && onTurn(direction),
  });
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <Button {...turn('previous', hasPrevious)}>
        <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        Previous
      </Button>
      <p className="text-muted tabular-nums">{text}</p>
      <Button {...turn('next', hasNext)}>
        Next
        <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </Button>
    </nav>
  );
}
