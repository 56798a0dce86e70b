import { counted } from '@openhours/contract/counted.ts';
import { foldName, searchedWords } from '@openhours/contract/fold-name.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { NameSearch, NoMatch } from './name-search.tsx';

/** The search field, and below it what `children` shows of the options that match. */
export function SearchedOptions({
  options,
  search,
  specialty,
  takesFocus,
  onSearch,
  children,
}: {
  /** Those of the specialty, if one is chosen. */
  options: readonly AppointmentOption[];
  search: string;
  specialty: string | undefined;
  /** Whether somebody has just opened it. */
  takesFocus: boolean;
  onSearch: (search: string) => void;
  children: (matching: readonly AppointmentOption[]) => ReactNode;
}) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const matching = options.filter((option) => matchesSearch(option, search));
  // Without options, they have not loaded, or there are none to search.
  const isUnmatched = matching.length === 0 && options.length > 0;
  return (
    <>
      <div ref={field}>
        <NameSearch search={search} onSearch={onSearch} />
        <p role="status" className="sr-only">
          {search !== '' &&
            options.length > 0 &&
            (isUnmatched ? 'No results.' : `${counted(matching.length, 'result')} found.`)}
        </p>
      </div>
      {isUnmatched ? <NoMatch search={search} specialty={specialty} onSearch={onSearch} /> : children(matching)}
    </>
  );
}

/** Whether every word of a search occurs in the treatment or the doctor's name. The server does the same for the next free times. */
export function matchesSearch(option: Pick<AppointmentOption, 'name' | 'doctorName'>, search: string): boolean {
  const { name, doctorName } = option;
  const text = foldName(`${name} ${doctorName ? titledName(doctorName) : 'With the doctor on duty'}`);
  return searchedWords(search).every((word) => text.includes(word));
}
