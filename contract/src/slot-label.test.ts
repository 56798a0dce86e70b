import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotLabel } from './slot-label.ts';
import { SlotLabel } from './wire.ts';

const anySlot = fc.record({
  startMinute: fc.integer({ min: 0, max: 1439 }),
  minutes: fc.integer({ min: 5, max: 1440 }),
});

test.each([
  [{ startMinute: 9 * 60, minutes: 30 }, '09:00 AM - 09:30 AM'],
  [{ startMinute: 11 * 60 + 45, minutes: 30 }, '11:45 AM - 12:15 PM'],
  [{ startMinute: 12 * 60, minutes: 60 }, '12:00 PM - 01:00 PM'],
  [{ startMinute: 0, minutes: 20 }, '12:00 AM - 12:20 AM'],
  [{ startMinute: 16 * 60 + 30, minutes: 30 }, '04:30 PM - 05:00 PM'],
  [{ startMinute: 23 * 60, minutes: 60 }, '11:00 PM - 12:00 AM'],
])('%j reads %s', (slot, label) => {
  expect(slotLabel(slot)).toBe(label);
});

test('every label has the form that the wire schema requires', () => {
  fc.assert(
    fc.property(anySlot, (slot) => {
      const label = slotLabel(slot);
      expect(label).toMatch(/^(0[1-9]|1[0-2]):[0-5]\d [AP]M - (0[1-9]|1[0-2]):[0-5]\d [AP]M$/);
      expect(SlotLabel.safeParse(label).success).toBe(true);
    }),
  );
});

test('no two slots of one treatment and day have the same label', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 1440 }), (minutes) => {
      const labels = Array.from({ length: 1440 }, (_, startMinute) => slotLabel({ startMinute, minutes }));
      expect(new Set(labels).size).toBe(1440);
    }),
    { numRuns: 20 },
  );
});
