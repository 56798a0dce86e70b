import { ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlLook, Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

const pauseMillis = 300;

/** Searches as one types, after a short pause, and at once on Enter. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // The address changed by itself, by the browser's Back perhaps.
  if (asked !== value) {
    setAsked(value);
    if (text.trim() !== value) setText(value);
  }

  const ask = (search: string): void => {
    window.clearTimeout(timer.current);
    if (search.trim() !== value) onSearch(search.trim());
  };
  const type = (search: string): void => {
    setText(search);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => ask(search), pauseMillis);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    ask(text);
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
              value={text}
              onChange={(event) => type(event.target.value)}
              className={`${controlLook} ps-10!`}
            />
          </div>
        )}
      </Field>
    </form>
  );
}

/** On phones, where the table has no header to press. */
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
      className="grow basis-40 sm:hidden"
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find(({ order }) => order === target.value);
        if (chosen) onSort(chosen.order);
      }}
    >
      {choices.map(({ order, label }) => (
        <option key={order} value={order}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Back and forth through the pages of a list; nothing where everything is on one. */
export function Pager({
  page,
  pages,
  hasPrevious,
  hasNext,
  busy,
  onTurn,
}: {
  page: number;
  /** How many there are; undefined while nobody knows. */
  pages: number | undefined;
  hasPrevious: boolean;
  hasNext: boolean;
  busy: boolean;
  onTurn: (direction: 'next' | 'previous') => void;
}) {
  if (!hasPrevious && !hasNext) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <Button variant="secondary" disabled={!hasPrevious} busy={busy && hasPrevious} onClick={() => onTurn('previous')}>
        <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        Previous
      </Button>
      <p className="text-muted tabular-nums">
        Page {page}
        {pages !== undefined && ` of ${Math.max(pages, page + (hasNext ? 1 : 0))}`}
      </p>
      <Button variant="secondary" disabled={!hasNext} busy={busy && hasNext} onClick={() => onTurn('next')}>
        Next
        <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </Button>
    </nav>
  );
}
