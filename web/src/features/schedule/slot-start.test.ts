import { expect, it } from 'vitest';
import { slotStartingLike } from './slot-start.ts';

it('finds the slot of a longer treatment that begins at the same time', () => {
  const slots = ['09:00 AM - 10:00 AM', '10:00 AM - 11:00 AM'];
  expect(slotStartingLike('10:00 AM - 10:20 AM', slots)).toBe('10:00 AM - 11:00 AM');
  expect(slotStartingLike('09:40 AM - 10:00 AM', slots)).toBeUndefined();
  expect(slotStartingLike('', slots)).toBeUndefined();
});
