import type { AppointmentOption } from '@openhours/contract/schedule.ts';

/** A slot as it is shown: `free` or, if somebody has taken it since it was first shown, still in its place. */
export type ShownSlot = { slot: string; free: boolean };

/** The slots shown on a day, by the option's id. An option without any is shown as one line. */
export type ShownDay = { day: string; slots: ReadonlyMap<string, readonly ShownSlot[]> };

type Option = Pick<AppointmentOption, '_id' | 'slots'>;

/**
 * What to show of a day after its free slots may have changed. Options whose slots did not change keep their list, and
 * the day itself is returned if nothing changed at all. Another day starts afresh.
 *
 * @param hold somebody is about to press something: nothing may move
 */
export function steadyDay(
  shown: ShownDay | undefined,
  { day, options, hold }: { day: string; options: readonly Option[]; hold: boolean },
): ShownDay {
  const before = shown?.day === day ? shown : undefined;
  const slots = new Map(
    options.map(({ _id, slots: free }) => {
      const list = before?.slots.get(_id);
      const next = list ? steadySlots(list, free, { hold }) : allFree(free);
      return [_id, list && isSame(list, next) ? list : next] as const;
    }),
  );
  const isUnchanged =
    before?.slots.size === slots.size && [...slots].every(([id, list]) => before.slots.get(id) === list);
  return before && isUnchanged ? before : { day, slots };
}

/**
 * The slots of one option after the free ones have changed. A slot that was taken keeps its place, and is free again in
 * it if it comes back, so nothing moves under the pointer. A slot that was not shown before has no place: it waits
 * while `hold`, and then all are listed anew. When none is left the list goes, but not while `hold`.
 *
 * @param free in order of time
 */
export function steadySlots(
  shown: readonly ShownSlot[],
  free: readonly string[],
  { hold }: { hold: boolean },
): readonly ShownSlot[] {
  const isFree = new Set(free);
  const places = new Set(shown.map(({ slot }) => slot));
  if (!hold && (free.length === 0 || free.some((slot) => !places.has(slot)))) return allFree(free);
  return shown.map(({ slot }) => ({ slot, free: isFree.has(slot) }));
}

function allFree(free: readonly string[]): readonly ShownSlot[] {
  return free.map((slot) => ({ slot, free: true }));
}

function isSame(one: readonly ShownSlot[], other: readonly ShownSlot[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ slot, free }, index) => slot === other[index]?.slot && free === other[index].free)
  );
}
