import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { afterMoveText, cancellationText, rulesText, termsText } from './terms-words.ts';

// A document that names no time zone: the texts are in this computer's.
beforeAll(() => void vi.stubGlobal('document', { querySelector: () => null }));
afterAll(() => void vi.unstubAllGlobals());

const now = new Date('2026-11-25T10:00:00Z');

it('says until when cancelling is free of charge, and when it is too late', () => {
  expect(cancellationText('2026-11-26T08:00:00Z', now)).toMatch(
    /^Cancelling is free of charge until Nov 2\d, 2026, \d/,
  );
  expect(cancellationText('2026-11-25T10:00:00Z', now)).toBe('If you cancel, you get no refund.');
});

it('says what ends sooner after a move', () => {
  const soon = '2026-11-25T12:00:00Z';
  expect(afterMoveText(soon, { isFree: false }, now)).toMatch(
    /^After the move, cancelling is free of charge until .*\.$/,
  );
  expect(afterMoveText(soon, { isFree: true }, now)).toMatch(/^After the move, you can move it again until .*\.$/);
  const past = '2026-11-25T10:00:00Z';
  expect(afterMoveText(past, { isFree: false }, now)).toBe(
    'After the move, you cannot move it again here, and you get no refund if you cancel.',
  );
  expect(afterMoveText(past, { isFree: true }, now)).toBe('After the move, you cannot move it again here.');
});

it('says within what time to pay, if the clinic asks for it', () => {
  const freeUntil = '2026-11-25T09:00:00Z';
  expect(termsText({ freeUntil, payWithinMinutes: 15 }, now)).toBe(
    'Pay online within 15 minutes after booking, or the appointment is cancelled. If you cancel, you get no refund.',
  );
  expect(termsText({ freeUntil }, now)).toBe('If you cancel, you get no refund.');
});

it('says the same from the rules of the clinic', () => {
  const rules = { payment: 'at-booking', payWithinMinutes: 15, freeCancellationHours: 36 } as const;
  expect(rulesText(rules)).toBe(
    'Pay online within 15 minutes after booking, or the appointment is cancelled. Cancelling is free of charge until 36 hours before the appointment. If you cancel later, you get no refund.',
  );
  expect(rulesText({ ...rules, payment: 'at-clinic', freeCancellationHours: 0 })).toBe(
    'Cancelling is free of charge until the appointment starts.',
  );
});
