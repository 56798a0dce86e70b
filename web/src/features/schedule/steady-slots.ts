/** A slot as it is shown: `free` or, where somebody has taken it while one was looking, still in its place. */
export type ShownSlot = { slot: string; free: boolean };

/**
 * What to show after the free slots have changed under the eyes of the reader. A slot that is gone keeps its place, and
 * one that comes back is free again in it, so that nothing moves that one is about to press. One that was never shown
 * has no place among them (no label is ever parsed to find it): it waits as long as `hold`, and then all are dealt out
 * anew.
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
  if (!hold && free.some((slot) => !places.has(slot))) return free.map((slot) => ({ slot, free: true }));
  return shown.map(({ slot }) => ({ slot, free: isFree.has(slot) }));
}
