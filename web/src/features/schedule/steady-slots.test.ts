import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ShownSlot, steadySlots } from './steady-slots.ts';

const day = Array.from({ length: 12 }, (_, index) => `slot ${String(index).padStart(2, '0')}`);
const freeSlots = fc.subarray(day);
const slotsOf = (shown: readonly ShownSlot[]) => shown.map(({ slot }) => slot);

it('whatever is taken or comes back: no slot that is shown moves, and what is free is always right', () => {
  fc.assert(
    fc.property(freeSlots, fc.array(freeSlots), (first, changes) => {
      let shown = steadySlots([], first, { hold: false });
      expect(slotsOf(shown)).toEqual(first);
      for (const free of changes) {
        const held = steadySlots(shown, free, { hold: true });
        expect(slotsOf(held)).toEqual(slotsOf(shown));
        expect(held.filter((one) => one.free).map(({ slot }) => slot)).toEqual(
          slotsOf(shown).filter((slot) => free.includes(slot)),
        );
        const before = slotsOf(shown);
        shown = steadySlots(shown, free, { hold: false });
        if (free.every((slot) => before.includes(slot))) expect(slotsOf(shown)).toEqual(before);
        expect(shown.filter((one) => one.free).map(({ slot }) => slot)).toEqual(free);
      }
    }),
  );
});
