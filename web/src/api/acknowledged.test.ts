import { expect, it } from 'vitest';
import { readBookingTrouble } from '../features/booking/booking-trouble.ts';
import { requireAcknowledged } from './acknowledged.ts';

function failureOf(answer: unknown): unknown {
  try {
    requireAcknowledged(answer);
  } catch (error) {
    return error;
  }
  return undefined;
}

it("treats 'acknowledged: false' as a refusal with the server's message, whatever the status", () => {
  const answer = { acknowledged: false, code: 'SLOT_TAKEN', message: 'This slot was just taken.' };
  expect(readBookingTrouble(failureOf(answer))).toMatchObject({
    kind: 'refused',
    code: 'SLOT_TAKEN',
    message: 'This slot was just taken.',
  });
});

it('has its own message for a refusal without one', () => {
  expect(readBookingTrouble(failureOf({ acknowledged: false }))).toMatchObject({
    kind: 'refused',
    message: 'The server could not answer (409). Please try again in a moment.',
  });
});

it.each([{ acknowledged: true }, { _id: '1' }, [], null, undefined])('returns any other answer: %o', (answer) => {
  expect(requireAcknowledged(answer)).toBe(answer);
});
