import Search from 'lucide-react/icons/search';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { controlLook, Field } from './field.tsx';
import { useSearchDraft } from './use-search-draft.ts';

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
