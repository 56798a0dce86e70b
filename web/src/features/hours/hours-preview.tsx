import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FourWeeks } from './four-weeks.tsx';
import type { HoursInput } from './hours-draft.ts';
import { useDebounced } from './use-debounced.ts';

/** The rate limit counts previews as changes: at most 120 a minute per person. */
const previewMillis = 700;

/**
 * Previews a doctor's hours, a moment after the last input.
 *
 * @param text the hours as JSON; undefined while they have faults
 * @param savedText the saved hours, previewed while `text` is undefined
 */
export function useHoursPreview({
  doctorId,
  text,
  savedText,
}: {
  doctorId: string;
  text: string | undefined;
  savedText: string;
}) {
  const settled = useDebounced(text, previewMillis);
  const query = useQuery(
    api.hours.preview.queryOptions({
      // Both strings are the JSON of a `HoursInput`.
      input: { id: doctorId, ...(JSON.parse(settled ?? savedText) as HoursInput) },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  return { query, isBehind: query.isPlaceholderData || settled !== text };
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
