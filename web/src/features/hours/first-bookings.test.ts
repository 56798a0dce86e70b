import { expect, test } from 'vitest';
import { firstBookings } from './first-bookings.ts';

const bookings = Array.from({ length: 80 }, (_, at) => ({ _id: `booking ${at}` }));
const ids = (added: readonly string[]) => firstBookings(bookings, { added }).map(({ _id }) => _id);

test('a long list begins with a few appointments, and with those that were just booked', () => {
  const few = bookings.slice(0, 5).map(({ _id }) => _id);
  expect(ids([])).toEqual(few);
  expect(ids(['booking 70'])).toEqual([...few, 'booking 70']);
});
