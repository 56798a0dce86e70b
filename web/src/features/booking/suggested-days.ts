import type { OptionAvailability } from '@openhours/contract/availability.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';

/**
 * The next days, at most `most`, on which one of these options has a free time, in order. An option that can no longer be booked
 * is not among those with free times, and has none. Pure.
 */
export function suggestedDays(
  offered: readonly Pick<AppointmentOption, '_id'>[],
  {
    found,
    most,
  }: {
    /** What has free times, of any option of the treatment. */
    found: readonly { optionId: string; nextFree: Pick<NonNullable<OptionAvailability['nextFree']>, 'date'> | null }[];
    most: number;
  },
): readonly string[] {
  const ids = new Set(offered.map(({ _id }) => _id));
  const days = found.filter(({ optionId }) => ids.has(optionId)).flatMap(({ nextFree }) => nextFree?.date ?? []);
  return [...new Set(days)].toSorted().slice(0, most);
}
