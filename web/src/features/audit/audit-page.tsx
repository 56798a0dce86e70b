import { useInfiniteQuery } from '@tanstack/react-query';
import ScrollText from 'lucide-react/icons/scroll-text';
import { api } from '../../api/client.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { clinicTimeZone } from '../../clinic/zone.ts';
import { useSearchParams } from '../../router.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type OlderPages, ShowOlder } from '../../ui/show-older.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { questionOf, readFilter, writeFilter } from './audit-filter.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditTable } from './audit-table.tsx';

/** The audit log: which of the staff changed what, on whom, when, with which outcome, from where. Read-only. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const log = useInfiniteQuery(pagesOf(api.audit.list, { input: questionOf(filter), length: 50 }));
  return (
    <>
      <PageHeading title="Audit Log">
        What staff changed and what people were refused, latest first. Arrivals and finished visits are in the history
        of the appointment. Times are in the clinic's time zone ({clinicTimeZone()}).
      </PageHeading>
      <AuditFilterForm filter={filter} onFilter={(next) => setQuery(writeFilter(next))} />
      {log.data ? (
        <Entries log={log} isFiltered={Object.values(filter).some(Boolean)} />
      ) : (
        <WithoutData query={log} message="We could not load the log.">
          <TableOutline columns={6} density="dense" />
        </WithoutData>
      )}
    </>
  );
}

function Entries({
  log,
  isFiltered,
}: {
  log: OlderPages & { data: Parameters<typeof AuditTable>[0]['entries'] };
  isFiltered: boolean;
}) {
  const { data: entries, hasNextPage } = log;
  return (
    <>
      <p role="status" className="sr-only">
        {entries.length}
        {hasNextPage ? ' or more' : ''} entries
      </p>
      {entries.length > 0 ? (
        <AuditTable entries={entries} />
      ) : (
        <EmptyState
          icon={<ScrollText className="size-7" />}
          title={isFiltered ? 'No matching entries' : 'No changes yet'}
        >
          {isFiltered ? 'Remove a filter, or choose more days.' : 'Changes made by staff will appear here.'}
        </EmptyState>
      )}
      <ShowOlder pages={log} variant="secondary">
        Show older entries
      </ShowOlder>
    </>
  );
}
