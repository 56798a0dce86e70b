import type { NextFree, OptionAvailability } from '@openhours/contract/availability.ts';

export type Free = NextFree & { optionId: string };

/**
 * The first time that can be booked now, and its option. Pure.
 * @param to the last day, 'YYYY-MM-DD'
 * @param before it starts before this instant
 */
export function firstFree(
  options: readonly Pick<OptionAvailability, 'optionId' | 'nextFree'>[],
  { to, before }: { to: string; before?: string | undefined },
): Free | undefined {
  const [first] = options
    .flatMap(({ optionId, nextFree }) => (nextFree ? [{ ...nextFree, optionId }] : []))
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  const isTooLate = before !== undefined && first !== undefined && Date.parse(first.startsAt) >= Date.parse(before);
  return first && first.date <= to && !isTooLate ? first : undefined;
}
