import SearchX from 'lucide-react/icons/search-x';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusSearch } from '../../ui/focus-search.ts';
import { SearchField } from '../../ui/search-field.tsx';

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
  onSearch,
}: {
  search: string;
  specialty: string | undefined;
  onSearch: (search: string) => void;
}) {
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={`No results for “${search}”${specialty === undefined ? '' : ` in ${specialty}`}`}
      action={
        <Button
          variant="secondary"
          onClick={() => {
            onSearch('');
            focusSearch();
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
