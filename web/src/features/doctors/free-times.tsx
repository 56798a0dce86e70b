import { counted } from '@openhours/contract/counted.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { useParameter } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { realDay } from '../schedule/civil-date.ts';
import { NameSearch, NoMatch } from '../schedule/name-search.tsx';
import { OptionWeek } from './option-week.tsx';
import { neighbouringWeeks, shownDays, weekText } from './week.ts';

/** Refetched once a minute while visible, because others book meanwhile. */
const refreshMillis = 60_000;

/**
 * A week of free times for all options of a specialty or a doctor.
 * The week is in the URL.
 */
export function FreeTimes({
  of,
  showsDoctor,
  among,
}: {
  of: { specialty?: string; doctor?: string };
  showsDoctor: boolean;
  /** What people filter by: the name of the specialty, and a search. */
  among?: { specialty: string | undefined; search: string; onSearch: (search: string) => void };
}) {
  const today = useClinicToday();
  const [start, setStart] = useParameter('from');
  const search = among?.search ?? '';
  const wanted = realDay(start);
  const from = wanted !== undefined && wanted > today ? wanted : today;
  const times = useInfiniteQuery({
    ...api.availability.find.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...of,
        from,
        days: shownDays,
        limit: 10,
        search: search || undefined,
        cursor,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      refetchInterval: refreshMillis,
    }),
    // Keep the rows until those of the new week or specialty have loaded.
    placeholderData: keepPreviousData,
  });
  const first = times.data?.pages[0];
  const options = times.data?.pages.flatMap((page) => page.options) ?? [];
  const { previous, next } = neighbouringWeeks(from, { today, last: first?.lastBookableDate });
  const show = (day: string): void => setStart(day === today ? '' : day);
  // Once the list was long, the search stays: it may have the focus.
  const [wasLong, setWasLong] = useState(search !== '');
  if (!wasLong && first && first.nextCursor !== null && !times.isPlaceholderData) setWasLong(true);
  return (
    <section aria-label="Free times" className="grid gap-4">
      {among && wasLong && <NameSearch {...among} />}
      <p role="status" className="sr-only">
        {search !== '' && !times.isPlaceholderData && first && foundText(options.length, times.hasNextPage)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-lg font-semibold">
          {weekText(from, today)}
        </p>
        <div role="group" aria-label="Week" className="flex gap-2">
          <WeekButton label="Previous week" day={previous} onShow={show}>
            <ChevronLeft className="size-5 rtl:rotate-180" aria-hidden="true" />
          </WeekButton>
          <WeekButton label="Next week" day={next} onShow={show}>
            <ChevronRight className="size-5 rtl:rotate-180" aria-hidden="true" />
          </WeekButton>
        </div>
      </div>
      <ZoneNote className="text-sm text-muted" />
      {times.data === undefined ? (
        <div>
          <WithoutData query={times} message="We could not load the free times. Please try again in a moment.">
            <LoadingRows />
          </WithoutData>
        </div>
      ) : options.length === 0 && among && search !== '' ? (
        <NoMatch {...among} />
      ) : options.length === 0 ? (
        <EmptyState title="Nothing can be booked here">
          {of.specialty === undefined && of.doctor === undefined
            ? 'We are not open for bookings yet.'
            : 'No doctor offers this at the moment. Choose another specialty.'}
        </EmptyState>
      ) : (
        <ul
          aria-busy={times.isPlaceholderData}
          className={times.isPlaceholderData ? 'grid gap-4 opacity-60' : 'grid gap-4'}
        >
          {options.map((option) => (
            <li key={option.optionId} className="min-w-0">
              <OptionWeek option={option} showsDoctor={showsDoctor} />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder pages={times} variant="secondary" className="">
        Show more
      </ShowOlder>
    </section>
  );
}

function foundText(count: number, areMore: boolean): string {
  if (count === 0) return 'No results.';
  return areMore ? `The first ${count} results are shown.` : `${counted(count, 'result')} found.`;
}

/** Stays visible at the first and last week, so that it keeps the focus. */
function WeekButton({
  label,
  day,
  onShow,
  children,
}: {
  label: string;
  day: string | undefined;
  onShow: (day: string) => void;
  children: React.ReactNode;
}) {
  return (
    <Button
      variant="secondary"
      aria-label={label}
      aria-disabled={day === undefined || undefined}
      onClick={() => day !== undefined && onShow(day)}
      className="w-11 px-0!"
    >
      {children}
    </Button>
  );
}

function LoadingRows() {
  return (
    <div className="grid gap-4">
      {[0, 1, 2].map((row) => (
        <div
          key={row}
          className="grid gap-5 rounded-card border border-line bg-surface p-4.5 lg:grid-cols-[15rem_minmax(0,1fr)] lg:p-6"
        >
          <div className="flex gap-3.5">
            <Skeleton className="size-14 rounded-full!" />
            <div className="grid grow content-start gap-2">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
          <div className="grid grid-cols-4 gap-2 lg:grid-cols-7">
            {Array.from({ length: 7 }, (_, day) => (
              <Skeleton key={day} className="h-11 lg:h-44" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
