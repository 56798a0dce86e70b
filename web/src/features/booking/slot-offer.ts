import type { NextFree } from '@openhours/contract/availability.ts';
import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';

/** What to offer for the requested slot. `undecided`: the free slots are still loading. */
type SlotOffer =
  | { kind: 'undecided' }
  /** Nothing can be offered instead. */
  | { kind: 'gone' }
  | {
      kind: 'offer';
      offer: FreeSlot;
      /** Why this is not the requested slot, as a sentence. */
      notice: string | undefined;
    };

/**
 * The requested slot if it is free; else the nearest free one of the same option on that day; else its next free slot.
 *
 * @param requested.day 'YYYY-MM-DD'
 * @param option the requested option with its free slots on that day; undefined if it does not exist
 * @param nextFree queried only if the option has no free slot on that day; undefined until it is known
 */
export function offerFor(
  requested: { day: string; slot: string },
  option: AppointmentOption | undefined,
  nextFree: NextFree | null | undefined,
): SlotOffer {
  if (!option) return { kind: 'gone' };
  const date = mediumDateFromIso(requested.day);
  if (option.slots.includes(requested.slot)) return offer(option, { date, slot: requested.slot, notice: undefined });
  const near = nearestSlot(requested.slot, option);
  if (near !== undefined) {
    const notice = `${requested.slot} is no longer free. We selected the nearest free time.`;
    return offer(option, { date, slot: near, notice });
  }
  if (nextFree === undefined) return { kind: 'undecided' };
  if (nextFree === null) return { kind: 'gone' };
  const nextDate = mediumDateFromIso(nextFree.date);
  const notice = `${requested.slot} on ${date} is no longer free. We selected the next free time, on ${nextDate}.`;
  return offer(option, { date: nextDate, slot: nextFree.slot, notice });
}

function offer(
  { _id, name, price, currency, doctorName }: AppointmentOption,
  { date, slot, notice }: { date: string; slot: string; notice: string | undefined },
): SlotOffer {
  const free = { optionId: _id, treatment: name, price, currency, appointmentDate: date, slot };
  return { kind: 'offer', offer: { ...free, ...(doctorName && { doctorName }) }, notice };
}

const minutesOfDay = 24 * 60;

/** The free slot that starts nearest to the wanted one, the earlier of two; the first one if the label is unknown. */
export function nearestSlot(
  wanted: string,
  { slots, minutes }: Pick<AppointmentOption, 'slots' | 'minutes'>,
): string | undefined {
  // All possible labels of this length, because labels are compared and never parsed.
  const starts = new Map(
    Array.from({ length: minutesOfDay }, (_, startMinute) => [slotLabel({ startMinute, minutes }), startMinute]),
  );
  const near = starts.get(wanted) ?? 0;
  const distance = (slot: string) => Math.abs((starts.get(slot) ?? minutesOfDay) - near);
  return slots.toSorted((one, other) => distance(one) - distance(other))[0];
}
