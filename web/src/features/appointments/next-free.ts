import type { NextFreeOfOption } from '@openhours/contract/appointments.ts';

/**
 * Where to go from an option that is full: its own next free slot, and the first slot of the same treatment with somebody
 * else, if that is earlier. Pure.
 */
export function nextFreeOf(
  optionId: string,
  found: readonly NextFreeOfOption[],
): { own?: NextFreeOfOption; other?: NextFreeOfOption } {
  const own = found.find((one) => one.optionId === optionId);
  const [first] = found.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const isEarlier = first && (own === undefined || Date.parse(first.startsAt) < Date.parse(own.startsAt));
  return { ...(own && { own }), ...(isEarlier && { other: first }) };
}
