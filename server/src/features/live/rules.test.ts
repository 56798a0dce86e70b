import { describe, expect, it } from 'vitest';
import { type OutboxEvent, withoutRepeatedSlots } from './rules.ts';

const slots = (id: number, date: string, exceptFor: string | null = null): OutboxEvent => ({
  id,
  audience: null,
  exceptFor,
  event: { type: 'slots', date },
});
const booking = (id: number): OutboxEvent => ({
  id,
  audience: 'ada',
  exceptFor: null,
  event: { type: 'booking', bookingId: 'b' },
});
const [monday, tuesday] = ['Jan 8, 2024', 'Jan 9, 2024'];

describe('withoutRepeatedSlots', () => {
  it('keeps the last event of each day, and all others, in order', () => {
    const events = [slots(1, monday), booking(2), slots(3, tuesday), slots(4, monday), booking(5)];
    expect(withoutRepeatedSlots(events).map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  });

  it('leaves a person out only if every event of the day does', () => {
    const exceptFor = (...events: OutboxEvent[]) => withoutRepeatedSlots(events).map((event) => event.exceptFor);
    expect(exceptFor(slots(1, monday, 'ada'), slots(2, monday, 'ada'))).toEqual(['ada']);
    expect(exceptFor(slots(1, monday, 'ada'), slots(2, monday, 'bob'))).toEqual([null]);
    expect(exceptFor(slots(1, monday), slots(2, monday, 'ada'))).toEqual([null]);
    expect(exceptFor(slots(1, monday, 'ada'), slots(2, monday, 'bob'), slots(3, monday, 'bob'))).toEqual([null]);
  });
});
