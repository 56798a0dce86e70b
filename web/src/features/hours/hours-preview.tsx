import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FourWeeks } from './four-weeks.tsx';
import type { HoursInput } from './hours-draft.ts';
import { useSettled } from './use-settled.ts';

/** The rate limit counts previews as changes: at most 120 a minute per person. */
const previewMillis = 700;

/**
 * Previews a doctor's hours, a moment after the last input.
 *
 * @param hours undefined while they have faults
 * @param saved the saved hours, previewed while there were no others
 */
export function useHoursPreview({
  doctorId,
  hours,
  saved,
}: {
  doctorId: string;
  hours: HoursInput | undefined;
  saved: HoursInput;
}) {
  const { settled = saved, isSettled } = useSettled(hours, previewMillis);
  const query = useQuery(
    api.hours.preview.queryOptions({
      input: { id: doctorId, ...settled },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  return { query, isBehind: query.isPlaceholderData || !isSettled };
}

/** The next four weeks, as patients will see them. */
export function HoursPreview({
  preview: { query, isBehind },
  hasFaults,
  outside,
}: {
  preview: ReturnType<typeof useHoursPreview>;
  hasFaults: boolean;
  /** The days on which a part of the hours is outside the clinic's opening hours. */
  outside: readonly string[];
}) {
  return (
    <section className="grid gap-4">
      <div>
        <h2 className="text-heading">What patients will see</h2>
        <p className="mt-1 text-[0.9375rem] text-muted">
          The next four weeks with these hours, before you save. Booked times are not shown.
        </p>
        <p role="status" className="min-h-6 text-[0.9375rem]">
          {hasFaults ? 'Correct the marked hours to see what they change.' : isBehind ? 'Updating…' : ''}
        </p>
        <div role="status">
          {outside.length > 0 && (
            <p className="mt-1 rounded-control bg-amber-soft px-4 py-3 text-[0.9375rem] text-amber-ink">
              A part of these hours is outside the clinic's opening hours. Patients cannot book that part:{' '}
              {outside.join('; ')}.
            </p>
          )}
        </div>
      </div>
      {query.isError ? (
        <LoadError query={query} message="We could not load the preview. You can still save." />
      ) : query.data ? (
        <FourWeeks options={query.data.options} />
      ) : (
        <Skeleton className="h-96 rounded-card!" />
      )}
    </section>
  );
}
