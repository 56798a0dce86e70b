import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShownDay, type ShownSlot, steadyDay, steadySlots } from './steady-slots.ts';

const day = Array.from({ length: 12 }, (_, index) => `slot ${String(index).padStart(2, '0')}`);
const freeSlots = fc.subarray(day);
const slotsOf = (shown: readonly ShownSlot[]) => shown.map(({ slot }) => slot);

it('never moves a visible slot, and always knows which ones are free, when slots are taken or freed', () => {
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
        if (free.length === 0) expect(shown).toEqual([]);
        else if (free.every((slot) => before.includes(slot))) expect(slotsOf(shown)).toEqual(before);
        expect(shown.filter((one) => one.free).map(({ slot }) => slot)).toEqual(free);
      }
    }),
  );
});

describe('a visible day', () => {
  const today = '2026-11-22';
  const options = (one: string[], other: string[]) => [
    { _id: 'one', slots: one },
    { _id: 'other', slots: other },
  ];
  const see = (shown: ShownDay | undefined, one: string[], other: string[], hold = false, on = today) =>
    steadyDay(shown, { day: on, options: options(one, other), hold });

  it('is the same object if nothing changed, and reuses unchanged lists', () => {
    const first = see(undefined, ['9', '10'], ['9']);
    expect(see(first, ['9', '10'], ['9'])).toBe(first);
    const second = see(first, ['10'], ['9']);
    expect(second).not.toBe(first);
    expect(second.slots.get('other')).toBe(first.slots.get('other'));
    expect(second.slots.get('one')).toEqual([
      { slot: '9', free: false },
      { slot: '10', free: true },
    ]);
  });

  it('keeps an option as a card while held, and turns it into a line afterwards', () => {
    const held = see(see(undefined, ['9'], ['9']), [], ['9'], true);
    expect(held.slots.get('one')).toEqual([{ slot: '9', free: false }]);
    expect(see(held, [], ['9']).slots.get('one')).toEqual([]);
  });

  it('is reset for a different day', () => {
    const first = see(undefined, ['9', '10'], ['9']);
    expect(see(first, ['10'], [], true, '2026-11-23').slots.get('one')).toEqual([{ slot: '10', free: true }]);
  });
});
