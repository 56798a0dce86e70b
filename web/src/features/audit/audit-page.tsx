import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { clinicTimeZone } from '../schedule/clinic-day.ts';
import { questionOf, readFilter, writeFilter } from './audit-filter.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditTable } from './audit-table.tsx';

const pageLength = 50;

/** The audit log: who changed what, on whom, when, with which outcome, from where. Nothing here can be changed. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const log = useInfiniteQuery(
    api.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...questionOf(filter),
        limit: pageLength,
        ...(cursor !== undefined && { cursor }),
      }),
      context: { bearer: true },
      initialPageParam: undefined,
      getNextPageParam: (page) => (page.length === pageLength ? page.at(-1)?._id : undefined),
      select: ({ pages }) => pages.flat(),
    }),
  );
  return (
    <>
      <PageHeading title="Audit Log">
        Every change that an admin made, latest first. Times are those of the clinic ({clinicTimeZone()}).
      </PageHeading>
      <AuditFilterForm
        key={query.toString()}
        filter={filter}
        onFilter={(next) => setQuery(writeFilter(next), { preventScrollReset: true })}
      />
      {log.data ? (
        <Entries log={log} isFiltered={Object.values(filter).some(Boolean)} />
      ) : log.isPending ? (
        <Loading isLate={log.failureCount > 0 || log.isPaused} />
      ) : (
        <ErrorState message="The log could not be fetched." onRetry={() => void log.refetch()} busy={log.isFetching} />
      )}
    </>
  );
}

function Entries({
  log,
  isFiltered,
}: {
  log: {
    data: Parameters<typeof AuditTable>[0]['entries'] | undefined;
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  isFiltered: boolean;
}) {
  const { data: entries = [], error, hasNextPage, isFetchingNextPage, fetchNextPage } = log;
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
          title={isFiltered ? 'Nothing in the log fits' : 'Nothing was changed yet'}
        >
          {isFiltered
            ? 'Take a filter away, or widen the days.'
            : 'The first change that an admin makes is listed here.'}
        </EmptyState>
      )}
      <div className="mt-6 grid justify-items-start gap-4">
        {error && <FormError message={failureMessage(error)} />}
        {hasNextPage && (
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older entries
          </Button>
        )}
      </div>
    </>
  );
}

/** Holds the place of the table. @param isLate the first attempt failed */
function Loading({ isLate }: { isLate: boolean }) {
  return (
    <div className="grid gap-3">
      <p role="status" className={isLate ? 'text-muted' : 'sr-only'}>
        {isLate ? 'Having trouble reaching the clinic. Trying again…' : 'Loading…'}
      </p>
      <Skeleton className="h-12" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
