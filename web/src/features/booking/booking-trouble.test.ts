import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { ApiError, unreachable } from '../../api/http.ts';
import { readBookingTrouble } from './booking-trouble.ts';

const near = {
  optionId: '01a1fb61-4fdc-701a-bdcb-249b171a5653',
  treatment: 'General',
  appointmentDate: 'Nov 27, 2026',
  slot: '09:30 AM - 10:00 AM',
  price: 60,
  currency: 'USD',
};

function refusal(code: string, details: object) {
  const message = 'No.';
  return new ORPCError(code, { status: 409, message, data: { acknowledged: false, code, message, ...details } });
}

it("has the server's message and the nearest free slots of a refusal", () => {
  const trouble = readBookingTrouble(refusal('SLOT_TAKEN', { nearest: [near] }));
  expect(trouble).toMatchObject({ kind: 'refused', code: 'SLOT_TAKEN', message: 'No.', nearest: [near] });
});

it('leaves out invalid slots', () => {
  expect(readBookingTrouble(refusal('SLOT_TAKEN', { nearest: [near, { slot: 'x' }, null, 7] })).nearest).toEqual([
    near,
  ]);
  expect(readBookingTrouble(refusal('SLOT_TAKEN', { nearest: 'none' })).nearest).toEqual([]);
});

it('has the new price and the conflicting booking', () => {
  expect(readBookingTrouble(refusal('PRICE_CHANGED', { price: 70, currency: 'USD' })).price).toEqual({
    price: 70,
    currency: 'USD',
  });
  expect(readBookingTrouble(refusal('ALREADY_BOOKED', { bookingId: 'abc' })).bookingId).toBe('abc');
});

it.each([500, 503, 429, 408])('treats status %i as no answer: the same booking may be sent again', (status) => {
  expect(readBookingTrouble(new ORPCError('X', { status, message: 'Later.' }))).toMatchObject({
    kind: 'unanswered',
    message: 'Later.',
  });
});

it("the server's message is for a toast, whatever the status, and ours is for the dialog", () => {
  const message = 'Too many requests. Wait a minute.';
  const busy = new ORPCError('TOO_MANY_REQUESTS', { status: 429, message, data: { message } });
  expect(readBookingTrouble(busy)).toMatchObject({ kind: 'unanswered', message, isToast: true });
  expect(readBookingTrouble(refusal('SLOT_TAKEN', {})).isToast).toBe(true);
  const proxy = new ORPCError('UNKNOWN', { status: 502, message: 'The server could not answer (502).', data: {} });
  expect(readBookingTrouble(proxy).isToast).toBe(false);
  expect(readBookingTrouble(new TypeError('x')).isToast).toBe(false);
});

it("has its own message for an unreachable server, not the browser's", () => {
  const message = `${unreachable} What you typed is still here.`;
  expect(readBookingTrouble(new ApiError({ message: unreachable, status: 0 })).message).toBe(message);
  expect(readBookingTrouble(new DOMException('signal timed out', 'TimeoutError'))).toMatchObject({
    kind: 'unanswered',
    message,
  });
});

it('distinguishes an ended session from a refusal', () => {
  expect(readBookingTrouble(new ORPCError('UNAUTHORIZED', { status: 401 })).kind).toBe('signed-out');
});
