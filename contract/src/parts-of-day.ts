/** Times of the day that a patient can choose among, on the clinic's clock. Without zod, for the web client. */
export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

const NOON = 12 * 60;
const EVENING = 17 * 60;

/** The part of the day in which a slot starts: the morning ends at noon, the afternoon at five. Pure. */
export function partOfDay(startMinute: number): PartOfDay {
  if (startMinute < NOON) return 'morning';
  return startMinute < EVENING ? 'afternoon' : 'evening';
}
