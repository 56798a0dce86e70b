import { expect, test } from 'vitest';
import { visibleMillis } from './toast-duration.ts';

const action = { label: 'Undo', onPress: () => undefined };

const offered = 'This time was offered to Petra Phone, who gets no email. Please call: +49 30 901820.';

test.each([
  ['a success', { kind: 'success' }, 4000],
  ['a success with a button', { kind: 'success', action }, 12_000],
  ['a success with a number to call', { kind: 'success', text: offered }, 12_000],
  ['an error', { kind: 'error' }, 12_000],
  ['an error that stays until somebody acts', { kind: 'error', action, stays: true }, 0],
  ['an error about a post', { kind: 'error', isBrief: true }, 4000],
] as const)('%s is visible for long enough', (_, message, expected) => {
  expect(visibleMillis({ text: 'Booking confirmed', ...message })).toBe(expected);
});
