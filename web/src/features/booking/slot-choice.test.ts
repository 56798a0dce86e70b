import { expect, it } from 'vitest';
import { chooseSlot } from './slot-choice.ts';

const nine = '09:00 AM - 09:30 AM';
const ten = '10:00 AM - 10:30 AM';

it('keeps the wanted slot while it is free, and while the slots are loading', () => {
  expect(chooseSlot({ free: [nine, ten], wanted: ten, isHeld: false })).toEqual({
    slots: [nine, ten],
    chosen: ten,
    notice: undefined,
  });
  expect(chooseSlot({ free: undefined, wanted: ten, isHeld: false }).chosen).toBe(ten);
});

it('chooses none, with the reason, if the wanted slot is taken', () => {
  const choice = chooseSlot({ free: [nine], wanted: ten, isHeld: false });
  expect(choice).toMatchObject({ slots: [nine], chosen: '' });
  expect(choice.notice).toContain(ten);
});

it('says so if no slots are left', () => {
  expect(chooseSlot({ free: [], wanted: ten, isHeld: false }).notice).toContain('No slots are left');
  expect(chooseSlot({ free: [], wanted: '', isHeld: false }).notice).toContain('No slots are left');
});

it('keeps a slot after a lost answer, because this booking may have taken it', () => {
  expect(chooseSlot({ free: [nine], wanted: ten, isHeld: true })).toEqual({
    slots: [ten, nine],
    chosen: ten,
    notice: undefined,
  });
});
