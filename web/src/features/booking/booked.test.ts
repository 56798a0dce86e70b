import type { Booking } from '@openhours/contract/booking.ts';
import { expect, it } from 'vitest';
import { bookedAgain, bookedIdIn, withBookedId } from './booked.ts';

it('keeps the booking in a history entry, beside what else the entry stores', () => {
  const state = withBookedId({ opened: 'dialog' }, 'b1');
  expect(state).toMatchObject({ opened: 'dialog' });
  expect(bookedIdIn(state)).toBe('b1');
  expect(bookedIdIn(withBookedId(state, undefined))).toBeUndefined();
  expect(bookedIdIn(withBookedId(undefined, 'b2'))).toBe('b2');
  expect(bookedIdIn(null)).toBeUndefined();
});

it('shows a booking again to its own patient, until it begins or is cancelled', () => {
  const can = { cancel: true } as Booking['can'];
  const booking = { _id: 'b1', email: 'ana@example.com', patient: 'Ana Paz', state: 'booked', can } as Booking;
  expect(bookedAgain(booking, 'ana@example.com')).toMatchObject({ bookingId: 'b1', treated: undefined });
  const ofChild = { ...booking, patient: 'Mia Minor', isForSomebodyElse: true };
  expect(bookedAgain(ofChild, 'ana@example.com')).toMatchObject({ treated: 'Mia Minor' });
  expect(bookedAgain(booking, 'admin@example.com')).toBeUndefined();
  expect(bookedAgain({ ...booking, can: { ...can, cancel: false } }, 'ana@example.com')).toBeUndefined();
  expect(bookedAgain({ ...booking, state: 'cancelled' }, 'ana@example.com')).toBeUndefined();
});
