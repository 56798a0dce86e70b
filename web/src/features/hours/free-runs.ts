import type { AvailableSlot, DayAvailability } from '@openhours/contract/availability.ts';

/** The smallest distance between the starts of two slots of a day in milliseconds: that of consecutive slots. */
export function slotStep(days: readonly Pick<DayAvailability, 'slots'>[]): number {
  const gaps = days.flatMap(({ slots }) =>
    slots.slice(1).map(({ startsAt }, at) => Date.parse(startsAt) - Date.parse(slots[at]?.startsAt ?? startsAt)),
  );
  return Math.min(...gaps);
}

/**
 * Joins consecutive free slots: '09:00 AM – 12:00 PM', '01:00 PM – 05:00 PM'. A new run begins after a break or a taken
 * slot. Pure.
 */
export function freeRuns(slots: readonly AvailableSlot[], step: number): readonly string[] {
  const runs: { from: string; to: string }[] = [];
  slots.forEach(({ slot, startsAt }, at) => {
    const [from = '', to = ''] = slot.split(' - ');
    const last = runs.at(-1);
    const before = slots[at - 1];
    if (last && before && Date.parse(startsAt) - Date.parse(before.startsAt) === step) last.to = to;
    else runs.push({ from, to });
  });
  return runs.map(({ from, to }) => `${from} – ${to}`);
}
