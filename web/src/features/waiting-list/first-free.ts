import type { NextFree, OptionAvailability } from '@openhours/contract/availability.ts';

/** The first time that can be booked now, and its option, until this day, 'YYYY-MM-DD'. */
export function firstFree(
  options: readonly Pick<OptionAvailability, 'optionId' | 'nextFree'>[],
  to: string,
): (NextFree & { optionId: string }) | undefined {
  const [first] = options
    .flatMap(({ optionId, nextFree }) => (nextFree ? [{ ...nextFree, optionId }] : []))
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  return first && first.date <= to ? first : undefined;
}
