import type { Treatment } from '@openhours/contract/treatments.ts';

/**
 * Moves a treatment one place up or down in a list, and returns the numbers that must change. Treatments may have the
 * same number (then they are sorted by name), so all of them are numbered from 1. If only the first of the changes are
 * made, the other treatments still have their order: what gets a higher number comes first, from the end of the list. Pure.
 */
export function movedOrder(
  treatments: readonly Pick<Treatment, '_id' | 'order'>[],
  { id, by }: { id: string; by: -1 | 1 },
): readonly { id: string; order: number }[] {
  const from = treatments.findIndex(({ _id }) => _id === id);
  const to = from + by;
  const moved = treatments[from];
  if (!moved || to < 0 || to >= treatments.length) return [];
  const others = treatments.toSpliced(from, 1);
  const numbered = others
    .toSpliced(to, 0, moved)
    .map(({ _id, order }, place) => ({ id: _id, before: order, order: place + 1 }));
  const higher = numbered.filter(({ before, order }) => order > before).toReversed();
  const lower = numbered.filter(({ before, order }) => order < before);
  return [...higher, ...lower].map(({ id, order }) => ({ id, order }));
}
