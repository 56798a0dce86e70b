import type { AppointmentOption } from '@openhours/contract/schedule.ts';

/** A visible slot: `free`, or taken since it was first shown, in the same place. */
export type ShownSlot = { slot: string; free: boolean };

/** The visible slots of a day, by option id. An option without slots is one line. */
export type ShownDay = { day: string; slots: ReadonlyMap<string, readonly ShownSlot[]> };

type Option = Pick<AppointmentOption, '_id' | 'slots'>;

/**
 * The visible slots of a day after an update. Options whose slots did not change keep their list, and the same object
 * is returned if nothing changed. A different day resets it.
 *
 * @param hold nothing may move, because the person is about to press something
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
 * The slots of one option after an update. A taken slot keeps its place, also if it becomes free again, so that nothing
 * moves under the pointer. A new slot waits while `hold`, and is then inserted. If no slot is free, the list is
 * removed, but not while `hold`.
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
