import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Search from 'lucide-react/icons/search';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlLook, Field } from '../../ui/field.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { useSearchDraft } from '../../ui/use-search-draft.ts';

const pauseMillis = 300;

/** A search field that searches after a short pause in typing, and at once on Enter. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (search: string) => void;
}) {
  const draft = useSearchDraft({ value, search: value });
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // Something else in the URL may change during the pause.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  }, [onSearch]);

  const ask = (search: string): void => {
    window.clearTimeout(timer.current);
    if (search.trim() === draft.lastAsked) return;
    draft.markSent(search.trim());
    latest.current(search.trim());
  };
  const type = (search: string): void => {
    draft.setValue(search);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => ask(search), pauseMillis);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    ask(draft.value);
  };
  return (
    <form role="search" onSubmit={submit} className="grow basis-64">
      <Field label={label}>
        {(control) => (
          <div className="relative">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute start-3 top-1/2 size-5 -translate-y-1/2 text-muted"
            />
            <input
              {...control}
              type="search"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={draft.value}
              onChange={(event) => type(event.target.value)}
              className={`${controlLook} ps-10!`}
            />
          </div>
        )}
      </Field>
    </form>
  );
}

/** For windows below 768 px, where the table has no header to press. */
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
      className="grow basis-40 md:hidden"
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
