import type { OptionAvailability } from '@openhours/contract/availability.ts';
import { addDays } from './civil-date.ts';
import type { SpacesByDay } from './day-state.ts';

/**
 * The days to wait for something from this day on: up to a week, as far as it can be booked, and none with a time that can
 * be booked now, except the first day. After the last time of today, from tomorrow.
 *
 * @param options what is waited for, asked about from this day on; none while they load
 */
export function daysToWait(
  iso: string,
  {
    today,
    last,
    spaces,
    options,
  }: {
    today: string;
    /** The last day that can be booked; undefined while the calendar loads. */
    last: string | undefined;
    spaces: SpacesByDay | undefined;
    options: readonly Pick<OptionAvailability, 'days' | 'nextFree'>[];
  },
) {
  const day = iso > today ? iso : today;
  const isOver = options.length > 0 && options.every(({ days }) => days[0]?.status === 'past');
  const from = isOver && (last === undefined || day < last) ? addDays(day, 1) : day;
  const free =
    options.length > 0
      ? options.flatMap(({ nextFree }) => nextFree?.date ?? [])
      : [...(spaces ?? [])].flatMap(([one, left]) => (left > 0 && one > from ? one : []));
  const ends = [addDays(from, 7), ...(last === undefined ? [] : [last]), ...free.map((one) => addDays(one, -1))];
  const to = ends.toSorted()[0] ?? from;
  return { from, to: to > from ? to : from, last };
}
