import { foldName, searchedWords } from '@openhours/contract/fold-name.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import SearchX from 'lucide-react/icons/search-x';
import { useSearchParams } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { doctorText } from './option-card.tsx';

const parameter = 'search';

/** The search in the URL, `?search=lindqvist`; empty for none. */
export function useNameSearch(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const searchFor = (search: string): void =>
    setParameters(
      (next) => {
        if (search === '') next.delete(parameter);
        else next.set(parameter, search);
        return next;
      },
      { replace: true },
    );
  return [(parameters.get(parameter) ?? '').trim().slice(0, 100), searchFor];
}

/** Whether every word of a search occurs in the treatment or the doctor's name. The server does the same for the next free times. */
export function matchesSearch(option: Pick<AppointmentOption, 'name' | 'doctorName'>, search: string): boolean {
  const text = foldName(`${option.name} ${doctorText(option)}`);
  return searchedWords(search).every((word) => text.includes(word));
}

/** Finds a doctor or a treatment among many. */
export function NameSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  return (
    <div className="flex sm:max-w-96">
      <SearchField label="Find a doctor or treatment" value={search} onSearch={onSearch} />
    </div>
  );
}

/** Nothing matches the search, at least not with the chosen specialty. */
export function NoMatch({
  search,
  specialty,
  onClear,
}: {
  search: string;
  specialty: string | undefined;
  onClear: () => void;
}) {
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={`No results for “${search}”${specialty === undefined ? '' : ` in ${specialty}`}`}
      action={
        <Button
          variant="secondary"
          onClick={() => {
            onClear();
            // The button disappears.
            document.querySelector<HTMLElement>('main [type=search]')?.focus();
          }}
        >
          Clear the search
        </Button>
      }
    >
      Every word must occur in the treatment or the doctor's name.
    </EmptyState>
  );
}
